import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../../module'

/** Tables of which a column says whose a thing is, with what else changes when it is another one's. */
const COLUMNS = {
  unit: { table: 'organize', column: 'manager_id', beside: sql`updated_at = now()` },
  person: { table: 'user_account', column: 'manager_id', beside: sql`updated_at = now()` },
  // Who has it open in a calendar meanwhile is told that it is another one by now.
  schedule: {
    table: 'calendar_group',
    column: 'creator_id',
    beside: sql`version = version + 1, updated_at = now()`,
  },
} as const satisfies Readonly<
  Record<string, { readonly table: string; readonly column: string; readonly beside: RawBuilder<unknown> }>
>
export type Held = keyof typeof COLUMNS

/** Makes things another person's that are a person's; answers the ids of those that were. */
export async function moveHeld(
  tx: Tx,
  kind: Held,
  ids: readonly string[],
  from: string,
  to: string,
): Promise<ReadonlySet<string>> {
  const { table, column, beside } = COLUMNS[kind]
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(table)} set ${sql.ref(column)} = ${to}, ${beside}
    where ${sql.ref(column)} = ${from} and id = any(${[...ids]}::text[]) returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
