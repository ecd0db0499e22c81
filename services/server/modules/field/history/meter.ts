import { metricByName } from '@runtime/field/kinds'
import { sql } from 'kysely'
import type { Db } from '../../../module'
import { COUNTED } from '../telemetry/counted'
import type { Stretch } from './shares'

/** Readings older than this before a time say nothing of it, in milliseconds. */
const FRESH = 15 * 60_000

const codeOf = (metric: string) => metricByName(metric)?.code ?? -1

/** What a counter had last shown at a time; null where it had said nothing lately. */
async function counterAt(db: Db, deviceNo: number, metric: string, at: number): Promise<number | null> {
  const { rows } = await sql<{ value: number }>`
    select value from telemetry
    where device_no = ${deviceNo} and metric = ${codeOf(metric)} and ${COUNTED}
      and ts between ${new Date(at - FRESH)} and ${new Date(at)}
    order by ts desc limit 1`.execute(db)
  return rows[0]?.value ?? null
}

/** By how much a counter rose, and from what to what; null where it was not read, or began anew in between. */
export async function countedOver(
  db: Db,
  deviceNo: number,
  metric: string,
  { from, to }: Stretch,
): Promise<{ start: number; end: number; rise: number } | null> {
  const [start, end] = [
    await counterAt(db, deviceNo, metric, from),
    await counterAt(db, deviceNo, metric, to),
  ]
  return start === null || end === null || end < start ? null : { start, end, rise: end - start }
}

/** A rate by the hour (m³/h, L/h) added up over a time: each reading holds until the next, but not for ever. */
export async function addedUp(
  db: Db,
  deviceNo: number,
  metric: string,
  { from, to }: Stretch,
): Promise<number | null> {
  const { rows } = await sql<{ amount: number | null }>`
    select sum(value * extract(epoch from least(next - ts, ${sql.lit(`${FRESH / 1000} seconds`)}::interval))) as amount
    from (
      select value, ts, coalesce(lead(ts) over (order by ts), ${new Date(to)}) as next from telemetry
      where device_no = ${deviceNo} and metric = ${codeOf(metric)} and ${COUNTED}
        and ts between ${new Date(from)} and ${new Date(to)}) as readings`.execute(db)
  const amount = rows[0]?.amount
  return amount === null || amount === undefined ? null : amount / 3600
}

/** The mean of a metric over a time; null without a reading. */
export async function meanOver(
  db: Db,
  deviceNo: number,
  metric: string,
  { from, to }: Stretch,
): Promise<number | null> {
  const { rows } = await sql<{ mean: number | null }>`
    select avg(value) as mean from telemetry
    where device_no = ${deviceNo} and metric = ${codeOf(metric)} and ${COUNTED}
      and ts between ${new Date(from)} and ${new Date(to)}`.execute(db)
  return rows[0]?.mean ?? null
}
