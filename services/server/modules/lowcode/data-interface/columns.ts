import type { dataInterfaceCalls } from '@services/contract/areas/lowcode/data-interface'
import {
  DeclaredField,
  DeclaredParam,
  INTERFACE_TYPE,
} from '@services/contract/areas/lowcode/data-interface-bodies'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { ApiError } from '../../../http/errors'
import type { CallContext, Db } from '../../../module'
import type { Secrets } from '../../../secrets/secrets'
import { filledRows, type InterfaceConfig, keepSecrets, readConfig, readJson } from './config'
import type { Declared } from './params'
import { markOf, refuseAll } from './reads-all'
import { sealHeaders } from './secrets'
import { paramNames, parseSql, SqlRefused } from './sql-template'

export type InterfaceInput = InputOf<(typeof dataInterfaceCalls)['dataInterface.create']>

const Params = Type.Array(DeclaredParam, { maxItems: 100 })
const Fields = Type.Array(DeclaredField, { maxItems: 500 })

export type Columns = Awaited<ReturnType<typeof columnsOf>>

/** What is stored of an interface that is saved again, or of the one that it is a copy of. */
export interface Stored {
  readonly config: InterfaceConfig
  readonly reads_all: boolean
  readonly en_code: string
}

/**
 * An interface as it is stored.
 * @throws ApiError 400 with the member's path; 403 where the mark *reads all records* is not the caller's to set or to keep
 */
export async function columnsOf(
  db: Db,
  context: Pick<CallContext, 'text' | 'user'>,
  secrets: Secrets,
  input: InterfaceInput,
  stored: Stored | undefined,
) {
  const { text } = context
  const params = readParams(input.parameterJson)
  const kept = keepSecrets(readConfig(input.type, input.dataConfigJson), stored?.config, text)
  const config = sealHeaders(secrets, kept, stored?.config)
  const readsAll = markOf(context, input, config, stored)
  if (input.type === INTERFACE_TYPE.sql && 'sql' in config)
    await checkSql(db, config.sql, readsAll, params, text)
  return {
    full_name: input.fullName.trim(),
    en_code: input.enCode.trim(),
    type: input.type,
    category: input.category ?? '',
    has_page: input.hasPage ?? 0,
    is_post_position: input.isPostPosition ?? 0,
    params: JSON.stringify(params),
    fields: JSON.stringify(read(Fields, input.fieldJson, 'fieldJson')),
    config: JSON.stringify(config),
    reads_all: readsAll && input.type === INTERFACE_TYPE.sql,
    sort_code: input.sortCode ?? 0,
    enabled_mark: input.enabledMark ?? 1,
    description: input.description ?? '',
  }
}

/** A statement that could never run is refused when it is saved, not when a form needs it. */
async function checkSql(
  db: Db,
  statement: string,
  readsAll: boolean,
  params: readonly Declared[],
  text: CallContext['text'],
): Promise<void> {
  try {
    const declared = new Set(params.map(({ field }) => field))
    const stranger = paramNames(parseSql(statement)).find((name) => !declared.has(name))
    if (stranger !== undefined)
      throw new ApiError(CODE.badRequest, '@dataInterface.paramUnknown', { params: { name: stranger } })
    if (!readsAll) await refuseAll(db, statement)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const reason = text(error.text, error.params)
    const message =
      error instanceof SqlRefused ? text('@dataInterface.atLine', { line: error.sqlLine, reason }) : reason
    throw new ApiError(CODE.badRequest, error.text, {
      ...(error.params && { params: error.params }),
      errors: [{ path: 'dataConfigJson.sql', message }],
    })
  }
}

/** The parameters that a body declares. @throws ApiError 400 with the member's path */
export const readParams = (sent: unknown) => read(Params, sent, 'parameterJson') as readonly Declared[]

function read(schema: typeof Params | typeof Fields, sent: unknown, path: string): unknown {
  const list = sent === null || sent === undefined || sent === '' ? [] : readJson(sent, path)
  const value = Array.isArray(list) ? filledRows(list) : list
  const [error] = Value.Errors(schema, value)
  if (!error) return value
  const where = `${path}${error.instancePath.replaceAll('/', '.')}`
  throw new ApiError(CODE.badRequest, '@dataInterface.configInvalid', {
    params: { path: where, reason: error.message },
    errors: [{ path: where, message: error.message }],
  })
}
