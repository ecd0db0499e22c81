import { sql } from 'kysely'
import type { Db } from '../../../module'
import { PARTITIONS, partitionName } from './tables'

/** The partition that holds a model's records. */
export async function partitionOf(db: Db, modelId: string): Promise<string> {
  const { rows } = await sql<{ remainder: number }>`
    select remainder from generate_series(0, ${sql.lit(PARTITIONS - 1)}) as remainder
    where satisfies_hash_partition('record'::regclass, ${sql.lit(PARTITIONS)}, remainder, ${modelId}::text)`.execute(
    db,
  )
  return partitionName(rows[0]?.remainder ?? 0)
}

/** Works on one connection, unless another server process works at the same: then that one does it. */
export async function whileAlone(
  db: Db,
  what: string,
  work: (connection: Db) => Promise<void>,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    const key = sql`hashtext(${what})`
    const lock = await sql<{ free: boolean }>`select pg_try_advisory_lock(${key}) as free`.execute(connection)
    if (!lock.rows[0]?.free) return
    try {
      await work(connection)
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection)
    }
  })
}
