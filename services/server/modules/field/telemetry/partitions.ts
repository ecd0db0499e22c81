import { sql } from 'kysely'
import type { Db, Tx } from '../../../module'

const DAY = 86_400_000
/** Days that are ready before their first reading comes. */
const AHEAD = 2

/** The partitions of `telemetry`, one for each day in UTC. */
export interface Partitions {
  /** Makes those that readings of these times (milliseconds since 1970) need and that are missing. */
  ensure(times: Iterable<number>): Promise<void>
  /** Makes those of today and the next days; drops those that ended more than `days` ago. */
  keep(days: number): Promise<void>
}

export function createPartitions(db: Db): Partitions {
  const known = new Set<number>()
  const ensure = async (times: Iterable<number>) => {
    const missing = new Set<number>()
    for (const time of times) {
      const day = Math.floor(time / DAY)
      if (!known.has(day)) missing.add(day)
    }
    for (const day of missing) {
      await make(db, day)
      known.add(day)
    }
  }
  return {
    ensure,
    async keep(days) {
      const now = Date.now()
      await ensure(Array.from({ length: AHEAD + 1 }, (_, ahead) => now + ahead * DAY))
      const last = Math.floor(now / DAY) - days - 1
      for (const { name } of await partitionsOf(db)) {
        const day = dayOf(name)
        if (day === null || day > last) continue
        known.delete(day)
        await sql`drop table if exists ${sql.table(name)}`.execute(db)
      }
    },
  }
}

function nameOf(day: number): string {
  return `telemetry_${new Date(day * DAY).toISOString().slice(0, 10).replaceAll('-', '')}`
}

function dayOf(name: string): number | null {
  const match = /^telemetry_(\d{4})(\d\d)(\d\d)$/.exec(name)
  return match ? Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) / DAY : null
}

/** Read off the catalogue: `pg_partition_tree` believes a cache that misses the first partition made by another session. */
async function partitionsOf(db: Db | Tx): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'telemetry'::regclass`.execute(db)
  return rows
}

const isThere = async (db: Db | Tx, name: string) =>
  (await partitionsOf(db)).some((partition) => partition.name === name)

/** Made apart and then attached: that locks out neither readers nor writers of the other days. */
async function make(db: Db, day: number): Promise<void> {
  const name = nameOf(day)
  if (await isThere(db, name)) return
  const bound = (time: number) => sql.lit(new Date(time).toISOString())
  await db.transaction().execute(async (tx) => {
    // Two servers meet the same new day: the second finds it made.
    await sql`select pg_advisory_xact_lock(hashtext('telemetry partition'))`.execute(tx)
    if (await isThere(tx, name)) return
    await sql`create table if not exists ${sql.table(name)} (like telemetry including all)`.execute(tx)
    await sql`
      alter table telemetry attach partition ${sql.table(name)}
      for values from (${bound(day * DAY)}) to (${bound((day + 1) * DAY)})`.execute(tx)
  })
}
