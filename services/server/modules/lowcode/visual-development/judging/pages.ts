import type { FormPlan } from '@runtime/form/plan'
import { type RawBuilder, sql } from 'kysely'
import { isAnyOf } from '../../../../database/batches'
import { currentScope } from '../../../../database/call-scope'
import type { Db, Tx } from '../../../../module'
import { wholeSql } from '../../online-development/tables'

/** A record as it is judged: of its values no more than are asked for. */
export interface StoredRecord {
  readonly id: string
  readonly created: number
  readonly data: unknown
}

/** Records of one page, and the bytes of what is read of them; one record comes whatever it has. */
const PAGE = { rows: 1_000, bytes: 4 * 2 ** 20 }
/** Pairs that one call of `jsonb_build_object` takes. */
const PAIRS = 50

/** The records of a model that are not deleted. */
export const liveSql = (modelId: string): RawBuilder<boolean> =>
  sql<boolean>`record.model_id = ${modelId} and record.deleted_at is null`

/** How many records a model has. */
export async function countRecords(db: Db | Tx, modelId: string): Promise<number> {
  const { rows } = await sql<{ total: string }>`
    select count(*) as total from record where ${liveSql(modelId)}`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

/** So many ids of a model's records, from its newest to its oldest at equal distances. */
export async function spreadIds(
  db: Db | Tx,
  modelId: string,
  { of, many }: { readonly of: number; readonly many: number },
): Promise<readonly string[]> {
  const step = Math.max(1, Math.floor(of / many))
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, row_number() over (order by created_at desc, id desc) as at from record where ${liveSql(modelId)}
    ) as placed where at % ${step} = 0 limit ${many}`.execute(db)
  return rows.map(({ id }) => id).sort()
}

/** All records of a model, or those of some ids, page by page in the order of their ids. */
export async function* pagesOf(
  db: Db | Tx,
  modelId: string,
  data: RawBuilder<unknown>,
  ids?: readonly string[],
): AsyncGenerator<readonly StoredRecord[]> {
  const scope = currentScope()
  let left = ids
  for (let after = ''; left?.length !== 0; ) {
    const chosen = left?.slice(0, PAGE.rows)
    const place = chosen ? isAnyOf('record.id', chosen) : sql<boolean>`record.id > ${after}`
    const before = scope?.bytes ?? 0
    const page = await pageOf(db, sql<boolean>`${liveSql(modelId)} and ${place}`, data)
    const last = page.at(-1)?.id
    if (last === undefined) return
    yield page
    // What a page has brought is worked off; in a transaction its connection would count it until the end.
    if (scope && !scope.isPiecewise) scope.giveBack(scope.bytes - before)
    after = last
    left = left?.filter((id) => id > last)
  }
}

async function pageOf(
  db: Db | Tx,
  where: RawBuilder<boolean>,
  data: RawBuilder<unknown>,
): Promise<readonly StoredRecord[]> {
  const { rows } = await sql<{ id: string; created: Date; data: unknown }>`
    with chosen as materialized (
      select record.id, record.created_at as created, ${data} as data from record where ${where}
      order by record.id limit ${PAGE.rows}
    )
    select id, created, data from (
      select *, coalesce(sum(octet_length(data::text)) over (
        order by id rows between unbounded preceding and 1 preceding), 0) as before from chosen
    ) as weighed where before < ${PAGE.bytes} order by id`.execute(db)
  return rows.map(({ id, created, data: values }) => ({ id, created: created.getTime(), data: values }))
}

/**
 * Of a record what the fields of some forms need: rows of sub-tables only where they have any. A form with groups needs it whole.
 */
export function neededSql(plan: FormPlan, before: FormPlan | null): RawBuilder<unknown> {
  if (plan.groups.size + plan.load.length > 0) return wholeSql
  const wereTables = new Set(
    [...(before?.fields.values() ?? [])].flatMap((field) => (field.columns ? field.key : [])),
  )
  const pairs = [...plan.fields.values()].flatMap((field) => {
    if (field.table !== undefined) return []
    const { key } = field
    const own = sql`record.data -> ${key}::text`
    const isTable = field.columns !== undefined || wereTables.has(key)
    return [sql`${key}::text, ${isTable ? sql`coalesce(record.sub_tables -> ${key}::text, ${own})` : own}`]
  })
  const parts: RawBuilder<unknown>[] = []
  for (let from = 0; from < pairs.length; from += PAIRS)
    parts.push(sql`jsonb_build_object(${sql.join(pairs.slice(from, from + PAIRS))})`)
  return parts.length === 0 ? sql`'{}'::jsonb` : sql`(${sql.join(parts, sql` || `)})`
}

/** Another one after each save of a record, each deletion and each return. */
export async function savesOf(db: Db | Tx, modelId: string): Promise<string> {
  const { saves } = await db
    .selectFrom('record')
    .select(
      sql<string>`concat(sum(row_version), ' ', sum(hashtext(id)) filter (where deleted_at is null))`.as(
        'saves',
      ),
    )
    .where('model_id', '=', modelId)
    .executeTakeFirstOrThrow()
  return saves
}
