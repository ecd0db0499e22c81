import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../module'

/** Names of what uses something. */
export async function namesOf(tx: Tx, from: RawBuilder<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name ${from} order by name`.execute(tx)
  return rows.map(({ name }) => name)
}

/** A living row of a project, by its id; undefined when there is none in that project. */
export async function living<R>(
  tx: Tx,
  table: 'gateway' | 'device' | 'pipe' | 'pipe_node' | 'block',
  projectId: unknown,
  id: unknown,
): Promise<R | undefined> {
  const { rows } = await sql<R>`
    select * from ${sql.table(table)} where id = ${id} and project_id = ${projectId} and deleted_at is null`.execute(
    tx,
  )
  return rows[0]
}
