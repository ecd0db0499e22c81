import { sql } from 'kysely'
import type { Db } from '../../../module'

/** What the reader may see beside the views of the models. */
export const READABLE = ['dictionary_category', 'dictionary_item', 'area']

interface Column {
  readonly table: string
  readonly model: string | null
  readonly column: string
  readonly type: string
}

/** The tables that statements may read, with their columns and types; those of models with the models' names. */
export async function readableTables(db: Db) {
  const { rows } = await sql<Column>`
    select pg_class.relname as table, model.full_name as model, attname as column, format_type(atttypid, null) as type
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    left join model on nspname = 'report' and model.en_code = split_part(relname, '.', 1)
    where nspname = 'report' and relkind = 'v' or nspname = 'public' and relname = any(${READABLE}::text[])
    order by nspname desc, relname, attnum`.execute(db)
  const tables = new Map<
    string,
    { value: string; label: string; children: { value: string; label: string }[] }
  >()
  for (const { table, model, column, type } of rows) {
    const known = tables.get(table) ?? { value: table, label: model ?? '', children: [] }
    known.children.push({ value: column, label: type })
    tables.set(table, known)
  }
  return { list: [...tables.values()] }
}
