import type { dataInterfaceCalls } from '@services/contract/areas/lowcode/data-interface'
import { INTERFACE_TYPE, TRIAL_ROWS } from '@services/contract/areas/lowcode/data-interface-bodies'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { ApiError, noRight } from '../../../http/errors'
import type { CallContext } from '../../../module'
import { readParams } from './columns'
import {
  type HttpConfig,
  type InterfaceConfig,
  keepSecrets,
  placeOf,
  readConfig,
  type SqlConfig,
} from './config'
import { sentHttp } from './http-run'
import { type ParamValues, paramValues } from './params'
import type { Row } from './rows'
import { type Interface, interfaceBy, type Runnable, type Runner, reasonOf, rowsOf } from './run'
import { sealHeaders } from './secrets'
import { sentSql, TOO_LONG } from './sql-run'

type Calls = typeof dataInterfaceCalls
type Draft = InputOf<Calls['dataInterface.test']>
type Trial = ResponseOf<Calls['dataInterface.test']>

/** Rows in which members are looked for: those of HTTP need not all have the same. */
const LOOKED_AT = 50
const MOST_COLUMNS = 200
/** Characters of a value that are shown. */
const CELL_LENGTH = 500

/**
 * Runs a draft for the person who writes it, by the same ways and within the same limits as a stored interface. What goes
 * wrong in the run is part of the answer; it is logged with the interface, and audited.
 * @throws ApiError 400 for a draft that could not be saved either, and where a stored secret would go elsewhere
 */
export async function tryDraft(runner: Runner, context: CallContext, draft: Draft): Promise<Trial> {
  const stored = draft.id ? await storedOf(runner, context, draft.id) : undefined
  const params = readParams(draft.parameterJson)
  const kept = keepSecrets(
    readConfig(draft.type, draft.dataConfigJson),
    stored?.config,
    context.text,
    placeOf,
  )
  const config = sealHeaders(runner.secrets, kept, stored?.config)
  // What reads all records is tried by those alone who may say that it does.
  const readsAll = draft.readsAll === 1 && context.user.isAdministrator
  const runnable: Runnable = { id: '', type: draft.type, config, reads_all: readsAll }
  const at = new Date()
  const started = performance.now()
  let trial: Omit<Trial, 'took'> = { columns: [], rows: [], hasMore: 0, sent: '', error: '', line: null }
  try {
    const values = paramValues(params, draft.paramList ?? [])
    trial = { ...trial, sent: sentOf(runnable, values) }
    const requested = { params: draft.paramList ?? [], limit: TRIAL_ROWS + 1 }
    const { rows } = await rowsOf(runner, runnable, values, requested, context)
    trial = { ...trial, ...tableOf(rows.slice(0, TRIAL_ROWS)), hasMore: rows.length > TRIAL_ROWS ? 1 : 0 }
  } catch (error) {
    trial = { ...trial, ...failure(error, context) }
  }
  const took = Math.round(performance.now() - started)
  if (stored)
    runner.log.add({
      ...{ interfaceId: stored.id, userId: context.user.userId, at, took, isTrial: true },
      ...{ rows: trial.rows.length, error: trial.error },
    })
  await context.audit({ action: 'dataInterface.test', target: stored?.id ?? '', after: auditedOf(runnable) })
  return { ...trial, took }
}

/** The interface that is edited: who may only add has no business with its secrets. */
async function storedOf({ db }: Runner, context: CallContext, id: string): Promise<Interface> {
  if (!(await context.can('system.dataInterface:btn_edit'))) throw noRight('system.dataInterface:btn_edit')
  return interfaceBy(db, id)
}

function sentOf({ type, config }: Runnable, values: ParamValues): string {
  if (type === INTERFACE_TYPE.sql) return sentSql((config as SqlConfig).sql, values)
  return type === INTERFACE_TYPE.http ? sentHttp(config as HttpConfig, values) : ''
}

/** Members may be called anything, so columns have names of their own. */
function tableOf(rows: readonly Row[]): Pick<Trial, 'columns' | 'rows'> {
  const members = [...new Set(rows.slice(0, LOOKED_AT).flatMap((row) => Object.keys(row)))].slice(
    0,
    MOST_COLUMNS,
  )
  return {
    columns: members.map((label, index) => ({ path: `c${index}`, label })),
    rows: rows.map((row, id) => ({
      id: String(id + 1),
      ...Object.fromEntries(members.map((member, index) => [`c${index}`, textOf(row[member])])),
    })),
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, CELL_LENGTH)
}

function failure(error: unknown, context: CallContext): Pick<Trial, 'error' | 'line'> {
  const { sqlLine: line = null, code } = error as { readonly sqlLine?: number; readonly code?: unknown }
  if (error instanceof ApiError) return { error: context.text(error.text, error.params), line }
  if (code === TOO_LONG) return { error: context.text('@dataInterface.tooLong'), line }
  return { error: reasonOf(error, context), line }
}

/** What was run, without its rows and its secrets. */
function auditedOf({ type, config }: { readonly type: number; readonly config: InterfaceConfig }) {
  if ('sql' in config) return { type, sql: config.sql }
  return 'url' in config ? { type, url: config.url } : { type }
}
