import { sql } from 'kysely'
import type { Db } from '../../../module'

/** Days for which sign-ins, errors and requests are kept (`design/administration.md §1.5`). */
export const KEPT_DAYS = 90
const DAY = 86_400_000
/** Months that are ready before their first entry comes. */
const AHEAD = 1

/**
 * Makes the partitions of this month and the next, and drops those that ended before what is kept begins.
 * @param db as the tables' owner
 */
export async function keepPartitions(db: Db): Promise<void> {
  const now = new Date()
  const months = Array.from({ length: AHEAD + 1 }, (_, ahead) => monthOf(now, ahead))
  await db.transaction().execute(async (tx) => {
    // Two servers that start at once: the second finds them made.
    await sql`select pg_advisory_xact_lock(hashtext('log partition'))`.execute(tx)
    const { rows } = await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'log_entry'::regclass`.execute(
      tx,
    )
    const there = new Set(rows.map(({ name }) => name))
    for (const month of months)
      if (!there.has(nameOf(month)))
        await sql`
          create table ${sql.table(nameOf(month))} partition of log_entry
          for values from (${sql.lit(month.toISOString())}) to (${sql.lit(monthOf(month, 1).toISOString())})`.execute(
          tx,
        )
    const oldest = new Date(now.getTime() - KEPT_DAYS * DAY)
    for (const name of there)
      if (monthOf(startOf(name), 1) <= oldest) await sql`drop table ${sql.table(name)}`.execute(tx)
  })
}

/** The first moment of a month in UTC, some months after that of a date. */
const monthOf = (date: Date, ahead: number) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead, 1))

const nameOf = (month: Date) => `log_entry_${month.toISOString().slice(0, 7).replace('-', '')}`

function startOf(name: string): Date {
  const [, year, month] = /_(\d{4})(\d\d)$/.exec(name) ?? []
  // One of another name is nobody's to drop.
  return year ? new Date(Date.UTC(Number(year), Number(month) - 1, 1)) : new Date(8.64e15)
}
