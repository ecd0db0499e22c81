import { withTexts } from '@runtime/exact-numbers'
import type { ParamType } from '@services/contract/areas/lowcode/data-interface-bodies'
import { CODE } from '@services/contract/envelope'
import { type RawBuilder, sql } from 'kysely'
import { limitedTo } from '../../../database/call-scope'
import { ApiError } from '../../../http/errors'
import { INTERFACE_BYTES } from '../../../limits'
import type { Db } from '../../../module'
import { TIME_ZONE } from '../../../time-zone'
import type { ParamValues } from './params'
import { type Asking, NOT_ALL, type OwnView, sealOf } from './requester'
import type { Row, RowsAsked } from './rows'
import { parseSql, type SqlPart } from './sql-template'

/** Milliseconds that a statement may take. */
export const SQL_TIMEOUT = 5000
/** The same of a whole run, once it has a connection: not every statement heeds the database's own limit (`array_fill`). */
const RUN_TIMEOUT = SQL_TIMEOUT + 1_000
/** Postgres's code for a statement that took too long. */
export const TOO_LONG = '57014'
/** Tables and views stand in these schemas; first those of what the asking person may see. */
const SEARCH_PATH = 'asker, report, public'

const CASTS: Readonly<Record<ParamType, string>> = {
  varchar: 'text',
  text: 'text',
  int: 'bigint',
  bigint: 'bigint',
  decimal: 'numeric',
  datetime: 'timestamptz',
}

/**
 * Runs a statement as the reader, in a transaction that cannot write. It stands inside a query of ours, so that a page,
 * a keyword and ids are the database's work, and that it can be nothing but one query; values are bound.
 *
 * @param asking for whom: what the views of models show of them (`requester.ts`). Where something is closed, a bare name stands
 * for a view without it, given along with the statement: it is no table of the database, so that nobody has to make one to read.
 * @param readsAll whether the views of `report`, which show all records, may be read
 */
export async function runSql(
  { db, secret, reader }: { readonly db: Db; readonly secret: string; readonly reader: string },
  { requester, views }: Asking,
  readsAll: boolean,
  statement: string,
  params: ParamValues,
  requested: RowsAsked,
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
  const source = sql`(${sql.join(
    parseSql(statement).map((part) => partSql(part, params)),
    sql``,
  )}) as source`
  const where = whereSql(requested)
  const requesterText = JSON.stringify({ ...requester, readsAll })
  const given = viewsSql(views)
  const { limit, offset = 0 } = requested
  const run = (begin: () => void) =>
    db
      .transaction()
      .setAccessMode('read only')
      .execute(async (tx) => {
        begin()
        const { rows: set } = await sql<{ pid: number; began: string }>`
        select pg_backend_pid() as pid, extract(epoch from transaction_timestamp())::text as began,
          set_config('statement_timeout', ${String(SQL_TIMEOUT)}, true),
          set_config('standard_conforming_strings', 'on', true),
          set_config('search_path', ${SEARCH_PATH}, true),
          set_config('timezone', ${TIME_ZONE}, true),
          set_config('loam.asker', ${requesterText}, true)`.execute(tx)
        const [at] = set
        if (!at) throw new Error('The connection does not say which it is')
        await sql`
        select set_config('loam.asker_seal', ${sealOf(secret, at, requesterText)}, true),
          set_config('role', ${reader}, true)`.execute(tx)
        // The statement begins in the first line: by that the line of an error is known.
        const wanted = sql<Row>`${given}select * from ${source} where ${where} limit ${limit} offset ${offset}`
        const { rows: found } = await wanted.execute(tx).catch((error: unknown) => {
          if ((error as { code?: unknown }).code === NOT_ALL)
            throw new ApiError(CODE.forbidden, '@dataInterface.notAll')
          throw withLine(error, wanted.compile(tx).sql)
        })
        const rows = withTexts(found)
        if (!requested.counted) return { rows, total: rows.length }
        const counted = await sql<{ total: number }>`
        ${given}select count(*) as total from ${source} where ${where} and ${true}::boolean`.execute(tx)
        return { rows, total: counted.rows[0]?.total ?? 0 }
      })
  return limitedTo({ bytes: INTERFACE_BYTES, time: RUN_TIMEOUT, late }, run)
}

/** In one line, as lines of the statement are counted from there. */
function viewsSql(views: readonly OwnView[]): RawBuilder<unknown> {
  if (views.length === 0) return sql``
  const made = views.map(
    ({ name, columns }) =>
      sql`${sql.id(name)} as not materialized (select ${sql.join(columns.map((column) => sql.id(column)))} from ${sql.id('asker', name)})`,
  )
  return sql`with ${sql.join(made)} `
}

/** The same error as that of a database which has kept the time itself. */
const late = () =>
  Object.assign(new Error('canceling statement due to statement timeout'), { code: TOO_LONG })

/** An error of the database with the line that it names, if it names a place. */
function withLine(error: unknown, text: string): unknown {
  const { position } = error as { readonly position?: string }
  // It counts characters, not halves of them.
  return position === undefined || !(error instanceof Error)
    ? error
    : Object.assign(error, {
        sqlLine: [...text].slice(0, Number(position) - 1).filter((one) => one === '\n').length + 1,
      })
}

function partSql(part: SqlPart, params: ParamValues): RawBuilder<unknown> {
  if (part.kind === 'sql') return sql.raw(part.text)
  const param = params.get(part.name)
  if (!param)
    throw new ApiError(CODE.badRequest, '@dataInterface.paramUnknown', { params: { name: part.name } })
  return sql`${param.value}::${sql.raw(CASTS[param.type])}${sql.raw(part.asText ? '::text' : '')}`
}

/** A statement as it is sent, with the values that are bound below it. */
export function sentSql(statement: string, params: ParamValues): string {
  const names: string[] = []
  const text = parseSql(statement)
    .map((part) => {
      if (part.kind === 'sql') return part.text
      if (!names.includes(part.name)) names.push(part.name)
      return `$${names.indexOf(part.name) + 1}`
    })
    .join('')
    .trim()
  const bound = names.map(
    (name, index) => `-- $${index + 1} ${name} = ${JSON.stringify(params.get(name)?.value ?? null)}`,
  )
  return [text, ...bound].join('\n')
}

function whereSql({ ids, keyword, keywordIn = [] }: RowsAsked): RawBuilder<boolean> {
  const conditions = [sql<boolean>`true`]
  // Compared as text by name, so that an index on the column serves.
  if (ids) conditions.push(sql<boolean>`source.${sql.id(ids.member)}::text = any(${[...ids.values]}::text[])`)
  const word = keyword?.trim().toLowerCase()
  if (word) {
    const columns = keywordIn.map((name) => sql`coalesce(to_jsonb(source) ->> ${name}::text, '')`)
    const text = columns.length > 0 ? sql.join(columns, sql` || chr(10) || `) : sql`to_jsonb(source)::text`
    conditions.push(sql<boolean>`strpos(lower(${text}), ${word}) > 0`)
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
