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
import type { CallContext } from '../../../module'
import type { Secrets } from '../../../secrets/secrets'
import { filledRows, type InterfaceConfig, keepSecrets, readConfig, readJson } from './config'
import type { Declared } from './params'
import { sealHeaders } from './secrets'
import { paramNames, parseSql, SqlRefused } from './sql-template'

export type InterfaceInput = InputOf<(typeof dataInterfaceCalls)['dataInterface.create']>

const Params = Type.Array(DeclaredParam, { maxItems: 100 })
const Fields = Type.Array(DeclaredField, { maxItems: 500 })

export type Columns = ReturnType<typeof columnsOf>

/** An interface as it is stored. @throws ApiError 400 with the member's path */
export function columnsOf(
  { text }: Pick<CallContext, 'text'>,
  secrets: Secrets,
  input: InterfaceInput,
  stored: InterfaceConfig | undefined,
) {
  const params = readParams(input.parameterJson)
  const kept = keepSecrets(readConfig(input.type, input.dataConfigJson), stored, text)
  const config = sealHeaders(secrets, kept, stored)
  if (input.type === INTERFACE_TYPE.sql && 'sql' in config) checkSql(config.sql, params, text)
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
    sort_code: input.sortCode ?? 0,
    enabled_mark: input.enabledMark ?? 1,
    description: input.description ?? '',
  }
}

/** A statement that could never run is refused when it is saved, not when a form needs it. */
function checkSql(statement: string, params: readonly Declared[], text: CallContext['text']): void {
  try {
    const declared = new Set(params.map(({ field }) => field))
    const stranger = paramNames(parseSql(statement)).find((name) => !declared.has(name))
    if (stranger !== undefined)
      throw new ApiError(CODE.badRequest, '@dataInterface.paramUnknown', { params: { name: stranger } })
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
