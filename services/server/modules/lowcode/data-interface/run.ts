import { INTERFACE_TYPE } from '@services/contract/areas/lowcode/data-interface-bodies'
import { CODE } from '@services/contract/envelope'
import type { Selectable } from 'kysely'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Db } from '../../../module'
import { HttpProblem } from '../../../outgoing/fetch'
import { type AllowedHosts, HostRefused } from '../../../outgoing/hosts'
import type { Secrets } from '../../../secrets/secrets'
import type { HttpConfig, SqlConfig, StaticConfig } from './config'
import { runHttp, variableNames } from './http-run'
import { type InterfaceParamValue, type ParamValues, paramValues } from './params'
import { refuseAll } from './reads-all'
import type { Asking } from './requester'
import { atPath, filterRows, type Row, type RowsAsked, rowsIn, selectRows } from './rows'
import type { RunLog } from './run-log'
import { openHeaders } from './secrets'
import { runSql, TOO_LONG } from './sql-run'
import type { DataInterfaceTable } from './tables'
import { forgetVariates, keepVariates, readVariates } from './variates'

export type Interface = Selectable<DataInterfaceTable>

/** What running needs beside the database. */
export interface Runner {
  readonly db: Db
  readonly hosts: AllowedHosts
  readonly log: RunLog
  readonly secrets: Secrets
  /** Where SQL interfaces run, and the secret that seals for whom; null where they may not. */
  reader(): SqlReader | null
  requesterOf(context: CallContext, statement: string): Promise<Asking>
}

export interface SqlReader {
  readonly db: Db
  readonly secret: string
  /** The role as which statements run. */
  readonly reader: string
}

export interface RunAsked extends RowsAsked {
  readonly params: readonly InterfaceParamValue[]
  /** A missing required parameter counts as none: choices and names of ids are looked up where nobody can be asked. */
  readonly lenient?: boolean
}

export interface Rows {
  readonly rows: readonly Row[]
  readonly total: number
}

/** Interfaces that variables of interfaces come from: so deep and no deeper. */
const DEEPEST = 3

/** An interface by its id or code, a disabled one too. @throws ApiError 404 */
export async function interfaceBy(db: Db, idOrCode: string): Promise<Interface> {
  const found = await db
    .selectFrom('data_interface')
    .selectAll()
    .where((where) => where.or([where('id', '=', idOrCode), where('en_code', '=', idOrCode)]))
    .executeTakeFirst()
  if (!found) throw notFound()
  return found
}

/**
 * Runs an interface for its caller and logs it.
 * @throws ApiError 400: disabled, a parameter is missing or of another type, or it failed; why it failed is said to
 * administrators and kept in the log.
 */
export async function runInterface(
  runner: Runner,
  found: Interface,
  requested: RunAsked,
  context: CallContext,
): Promise<Rows> {
  if (found.enabled_mark !== 1)
    throw new ApiError(CODE.badRequest, '@dataInterface.disabled', { params: { name: found.full_name } })
  const params = paramValues(found.params, requested.params, requested.lenient)
  const at = new Date()
  const started = performance.now()
  const finish = (rows: number, error: string) =>
    runner.log.add({
      interfaceId: found.id,
      userId: context.user.userId,
      at,
      took: performance.now() - started,
      rows,
      error,
    })
  try {
    const rows = await rowsOf(runner, found, params, requested, context)
    finish(rows.rows.length, '')
    return rows
  } catch (error) {
    const problem = problemOf(found, error, context)
    finish(0, error instanceof Error ? error.message : String(error))
    throw problem
  }
}

/** A member of an interface's rows. */
export interface Member {
  readonly field: string
  readonly label: string
  /** Whether its values are numbers, as far as one row shows. */
  readonly isNumeric?: boolean
}

/** The members of an interface's rows: as declared, else as a run with these parameters shows. */
export async function membersOf(
  runner: Runner,
  found: Interface,
  params: readonly InterfaceParamValue[],
  context: CallContext,
): Promise<readonly Member[]> {
  if (found.fields.length > 0)
    return found.fields.map(({ field, defaultValue }) => ({ field, label: defaultValue || field }))
  const { rows } = await runInterface(runner, found, { params, limit: 1, lenient: true }, context)
  return Object.entries(rows[0] ?? {}).map(([field, value]) => ({
    ...{ field, label: field },
    ...(typeof value === 'number' && { isNumeric: true }),
  }))
}

/** What of an interface is run: stored, or a draft. A draft has no id: variables take nothing from what it answers. */
export type Runnable = Pick<Interface, 'id' | 'type' | 'config' | 'reads_all'>

/** The rows of an interface. @throws ApiError, HttpProblem, HostRefused, or the database's error with its `sqlLine` */
export async function rowsOf(
  runner: Runner,
  found: Runnable,
  params: ParamValues,
  requested: RunAsked,
  context: CallContext,
): Promise<Rows> {
  switch (found.type) {
    case INTERFACE_TYPE.sql: {
      const reader = runner.reader()
      if (!reader) throw new ApiError(CODE.badRequest, '@dataInterface.sqlOff')
      const statement = (found.config as SqlConfig).sql
      if (!found.reads_all) await refuseAll(runner.db, statement)
      const asking = await runner.requesterOf(context, statement)
      const { rows, total } = await runSql(reader, asking, found.reads_all, statement, params, requested)
      return { rows: rows.map(plainRow), total }
    }
    case INTERFACE_TYPE.http: {
      const config = found.config as HttpConfig
      const answer = await answerOf(runner, found, config, params)
      return selectRows(rowsIn(atPath(answer, config.path)), requested)
    }
    default:
      return selectRows(
        filterRows((found.config as StaticConfig).staticData, sentWithDefaults(requested, params)),
        requested,
      )
  }
}

/** Rows of static data are filtered by what was sent, and by defaults of declared parameters. */
function sentWithDefaults({ params }: RunAsked, values: ParamValues): readonly InterfaceParamValue[] {
  const others = params.filter(({ field }) => !values.has(field))
  return [...others, ...[...values].map(([field, { value }]) => ({ field, defaultValue: value }))]
}

/** Asks an HTTP interface; a variable that has run out (401) is read anew once. */
async function answerOf(
  runner: Runner,
  found: Runnable,
  config: HttpConfig,
  params: ParamValues,
  depth = 0,
): Promise<unknown> {
  const names = variableNames(config)
  const ask = async () => {
    const open = openHeaders(runner.secrets, config)
    const answer = await runHttp(open, params, await variablesOf(runner, names, depth), runner.hosts)
    await keepVariates(runner, found.id, answer)
    return answer
  }
  try {
    return await ask()
  } catch (error) {
    const isOld = error instanceof HttpProblem && error.params['status'] === 401
    if (!isOld || names.length === 0) throw error
    await forgetVariates(runner.db, names)
    return ask()
  }
}

/** The values of variables; what has none yet is read from its interface. */
async function variablesOf(
  runner: Runner,
  names: readonly string[],
  depth: number,
): Promise<ReadonlyMap<string, string>> {
  const known = await readVariates(runner, names)
  for (const { name, value, interfaceId } of known) {
    if (value !== null) continue
    if (depth >= DEEPEST) throw new HttpProblem('@dataInterface.variableEmpty', { name })
    const source = await interfaceBy(runner.db, interfaceId)
    if (source.type !== INTERFACE_TYPE.http) throw new HttpProblem('@dataInterface.variableEmpty', { name })
    await answerOf(runner, source, source.config as HttpConfig, paramValues(source.params, []), depth + 1)
  }
  const read = await readVariates(runner, names)
  return new Map(
    names.map((name) => {
      const value = read.find((variate) => variate.name === name)?.value
      if (value === null || value === undefined)
        throw new HttpProblem('@dataInterface.variableEmpty', { name })
      return [name, value]
    }),
  )
}

/** Times as text, so that a row is the same whether it came from here or over the wire. */
function plainRow(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  )
}

function problemOf(found: Interface, error: unknown, context: CallContext): ApiError {
  if (error instanceof ApiError) return error
  const name = found.full_name
  if ((error as { code?: unknown }).code === TOO_LONG)
    return new ApiError(CODE.badRequest, '@dataInterface.timeout', { params: { name } })
  if (!context.user.isAdministrator)
    return new ApiError(CODE.badRequest, '@dataInterface.failed', { params: { name } })
  return new ApiError(CODE.badRequest, '@dataInterface.failedBecause', {
    params: { name, reason: reasonOf(error, context) },
  })
}

/** Why a run failed, in the caller's language. */
export function reasonOf(error: unknown, { text }: Pick<CallContext, 'text'>): string {
  if (error instanceof HostRefused) return text('@dataInterface.hostRefused', { host: error.host })
  if (error instanceof HttpProblem) return text(error.text, error.params)
  return error instanceof Error ? error.message : String(error)
}
