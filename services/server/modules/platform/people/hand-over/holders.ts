import { sql } from 'kysely'
import type { Tx } from '../../../../module'

/** Tables of which a column says whose a thing is. */
const COLUMNS = {
  unit: { table: 'organize', column: 'manager_id' },
  person: { table: 'user_account', column: 'manager_id' },
  schedule: { table: 'calendar_group', column: 'creator_id' },
} as const
/** Who has it open meanwhile is told that it is another one by now. */
const BESIDE = sql`version = version + 1, updated_at = now()`
export type Held = keyof typeof COLUMNS

/** Makes things another person's that are a person's; answers the ids of those that were. */
export async function moveHeld(
  tx: Tx,
  kind: Held,
  ids: readonly string[],
  from: string,
  to: string,
): Promise<ReadonlySet<string>> {
  const { table, column } = COLUMNS[kind]
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(table)} set ${sql.ref(column)} = ${to}, ${BESIDE}
    where ${sql.ref(column)} = ${from} and id = any(${[...ids]}::text[]) returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
