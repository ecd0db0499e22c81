import { sql } from 'kysely'
import type { Db } from '../../../../module'
import type { ReleasedModel } from '../../visual-development/released'
import { type KeyTable, keyTableOf, SCHEMA } from './plan'

/** The comment of a table that holds all records of its model. */
export const READY = 'whole'

/** Tables known to be whole, as the released versions name them. */
const whole = new WeakSet<KeyTable>()

/** Another server process has released the model anew and dropped the table meanwhile. */
const UNDEFINED_TABLE = '42P01'

/** Asks with the key table of a model, once that is whole; with null before, and for a model without one. */
export async function withKeys<T>(
  db: Db,
  model: ReleasedModel,
  ask: (table: KeyTable | null) => Promise<T>,
): Promise<T> {
  const table = await readyTable(db, model)
  if (!table) return ask(null)
  try {
    return await ask(table)
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNDEFINED_TABLE) throw error
    whole.delete(table)
    return ask(null)
  }
}

async function readyTable(db: Db, model: ReleasedModel): Promise<KeyTable | null> {
  const table = keyTableOf(model)
  if (!table || whole.has(table)) return table
  if (!(await isReady(db, table))) return null
  whole.add(table)
  return table
}

/** Whether a table holds all records of its model. */
export async function isReady(db: Db, table: KeyTable): Promise<boolean> {
  const { rows } = await sql<{ note: string | null }>`
    select obj_description(to_regclass(${`${SCHEMA}.${table.name}`}), 'pg_class') as note`.execute(db)
  return rows[0]?.note === READY
}
