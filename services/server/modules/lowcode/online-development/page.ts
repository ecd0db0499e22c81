import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import { PAGE_RECORDS_LIMIT } from '@services/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../module'
import type { RecordSource } from './keys/source'
import { recordsWithin } from './page-size'
import { namedBy } from './stored'
import { type ListedRecord, recordSql } from './tables'

/** Rows are counted up to here; beyond it a list says that there are more. */
export const COUNTED = 10_000

/**
 * Records of a source that a condition lets through, with the values that `fields` need. Where there is a key table, it chooses
 * them, so that no document is read but those of the page.
 */
export async function page(
  db: Db,
  source: RecordSource,
  where: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  fields: readonly FieldPlan[],
  form: FormPlan,
): Promise<readonly ListedRecord[]> {
  const chosen = sql`select ${source.own('id')} as id from ${source.from} where ${where}
    order by ${order} limit ${limit} offset ${offset}`
  const found = sql`select record.id, ${recordSql(fields)} as data
    from (select id, row_number() over () as place from (${chosen}) as chosen) as placed
    join ${source.records} on record.model_id = ${source.modelId} and record.id = placed.id order by placed.place`
  const records = await recordsWithin(db, found, PAGE_RECORDS_LIMIT)
  return records.map(({ id, data }) => ({ id, data: namedBy(form.fields, data) }))
}

/**
 * The first records of such an order, so many and of about so many bytes, at least one; each with the values of `keys`, by
 * which the next ones can be asked for.
 */
export async function batch(
  db: Db,
  source: RecordSource,
  where: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
  { rows: most, bytes }: { readonly rows: number; readonly bytes: number },
  keys: readonly RawBuilder<unknown>[],
  fields: readonly FieldPlan[],
  form: FormPlan,
): Promise<readonly (ListedRecord & { readonly place: readonly string[] })[]> {
  // As texts: a document is written as one once, to be weighed and to be sent.
  const { rows } = await sql<Written>`
    with chosen as materialized (
      select ${source.own('id')} as id, jsonb_build_array(${sql.join(keys)}) as place
      from ${source.from} where ${where} order by ${order} limit ${most}
    ), placed as (
      select id, place, row_number() over () as at from chosen
    ), whole as materialized (
      select record.id, (${recordSql(fields)})::text as data, placed.place, placed.at
      from placed join ${source.records} on record.model_id = ${source.modelId} and record.id = placed.id
    )
    select id, data, place from (
      select *, coalesce(sum(octet_length(data)) over (
        order by at rows between unbounded preceding and 1 preceding), 0) as before from whole
    ) as weighed where before < ${bytes} order by at`.execute(db)
  return rows.map((row) => ({ ...row, data: namedBy(form.fields, JSON.parse(row.data)) }))
}

interface Written {
  readonly id: string
  readonly data: string
  readonly place: readonly string[]
}

/** How many there are, counted to one more than `most`. */
export async function count(
  db: Db,
  source: RecordSource,
  where: RawBuilder<boolean>,
  most: number = COUNTED,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from ${source.from} where ${where} limit ${most + 1}) as counted`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}
