import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../../module'
import { liveSql } from './pages'

/** Values that are none: null, the empty text, and the empty list, of which a path in lax mode finds no member. */
const FILLED = '? (@ != null && (@.type() != "string" || @ != ""))'

/**
 * How many records of a model that are not deleted have a value under each of some keys: their own, or in a row of a sub-table
 * (`items.price`). One question, however many keys there are.
 */
export async function keptValues(
  db: Db | Tx,
  modelId: string,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const known = [...new Set(keys)]
  if (known.length === 0) return new Map()
  const counts = known.map((key) => sql`count(*) filter (where ${isFilled(key)})::int`)
  const { rows } = await sql<{ counts: readonly number[] }>`
    select array[${sql.join(counts)}] as counts from record where ${liveSql(modelId)}`.execute(db)
  return new Map(known.map((key, index) => [key, rows[0]?.counts[index] ?? 0]))
}

/** Rows stand beside the other values in records of before there was a place for them. */
function isFilled(key: string): RawBuilder<boolean> {
  const path = sql`${`lax $${key
    .split('.')
    .map((part) => `.${JSON.stringify(part)}`)
    .join('')} ${FILLED}`}::jsonpath`
  return sql<boolean>`(jsonb_path_exists(record.data, ${path})
    or coalesce(jsonb_path_exists(record.sub_tables, ${path}), false))`
}
