import { type Migration, type RawBuilder, sql } from 'kysely'
import type { Db } from '../module'

/**
 * The order in which people look for texts: Chinese by its sound, letters whatever their case, numbers inside a text by their
 * value. Texts are equal only where they are the same, so that an index in this order finds them too.
 */
export const READING = sql.raw('reading')

/** A column of texts, to be ordered as people read it. */
export function asRead<Column extends string>(column: Column): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} collate ${READING}`
}

/** A text as it is looked for, whatever the case of its letters; `fold` of `runtime/list/values.ts` says the same. */
export function foldedSql(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`folded_text(${text})`
}

/** The order and the folding. A PostgreSQL that was built without ICU has no order but that of the code points. */
export async function createReading(db: Parameters<Migration['up']>[0]): Promise<void> {
  await sql`
    do $$ begin
      create collation reading (provider = icu, locale = 'zh-u-kn-true');
    exception when feature_not_supported then
      create collation reading from "C";
    end $$`.execute(db)
  // The small sigma that ends a word is another letter: whether it ends one may not change what is found.
  await sql`
    create function folded_text(value text) returns text language sql immutable parallel safe
    return replace(lower(value collate reading), 'ς', 'σ') collate "C"`.execute(db)
}

/** Makes the indexes anew that another version of ICU would read in another order than they were built in. */
export async function renewReading(db: Db): Promise<number> {
  const { rows: changed } = await sql<{ oid: number }>`
    select oid from pg_collation where collname = 'reading'
      and collversion is distinct from pg_collation_actual_version(oid)`.execute(db)
  const [collation] = changed
  if (!collation) return 0
  const { rows } = await sql<{ schema: string; name: string }>`
    select nspname as schema, relname as name
    from pg_index join pg_class on pg_class.oid = indexrelid join pg_namespace on pg_namespace.oid = relnamespace
    where ${collation.oid}::oid = any(indcollation::oid[])`.execute(db)
  for (const { schema, name } of rows)
    await sql`reindex index concurrently ${sql.id(schema, name)}`.execute(db)
  await sql`alter collation ${READING} refresh version`.execute(db)
  return rows.length
}
