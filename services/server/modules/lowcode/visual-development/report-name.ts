import type { Translate } from '@runtime/host'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../module'
import type { Finding } from './plans'

/**
 * Whether a name already means a table in SQL interfaces: one of the product, of the database itself, or a view of reports
 * that is no model's. A model's view of that name would be read in its place (`report` comes first on the search path).
 * @param mark begins the comments of models' views
 */
export async function isTableName(db: Db | Tx, name: string, mark: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (
      select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relname = ${name} and relkind = any('{r,v,m,f,p}') and (
        nspname in ('public', 'pg_catalog', 'information_schema')
        or nspname = 'report' and coalesce(not starts_with(obj_description(pg_class.oid, 'pg_class'), ${mark}), true))
    ) as taken`.execute(db)
  return rows[0]?.taken ?? false
}

/** Begins the comments of the views that models have. */
export const MODEL_VIEW = 'loam:'

/** What a model goes without in reports for the sake of its code. */
export async function reportLosses(
  db: Db | Tx,
  code: string,
  translate: Translate,
): Promise<readonly Finding[]> {
  if (!(await isTableName(db, code, MODEL_VIEW))) return []
  const message = translate('@record.codeIsTable', { code })
  return [{ pointer: '/enCode', field: 'enCode', message }]
}
