import { metricByName, QUALITY } from '@runtime/field/kinds'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../module'
import { bucketOf, STEPS, type Stretches } from './buckets'
import { COUNTED } from './counted'

/**
 * Rain that a station tells as what has fallen since midnight (`rainAs: dayTotal`). What fell between two readings is by how much
 * the second is higher; one that is lower began anew, and counts whole. So does the first of a day, by the farm's clock, but
 * for one that comes while the station may not have begun its day yet. A sum holds the rise *within* its time, and the next one's begin is told from
 * this one's last reading when it is read: so a late reading changes no other time than its own.
 */
const RAIN = metricByName('rain')?.code ?? -1
/** By how much a station's clock may be behind. */
const BEHIND = sql`interval '10 minutes'`

/** Of a row of `device`. */
const TELLS_DAY_TOTAL = sql`settings ->> 'rainAs' = 'dayTotal'`
/** Series that are such. */
const DAY_TOTALS = sql`
  day_total as (select no as device_no, ${sql.lit(RAIN)}::smallint as metric from device where ${TELLS_DAY_TOTAL})`

/** A series whose readings are totals of the day. */
export const isDayTotal = (rainAs: unknown, metric: number): boolean =>
  rainAs === 'dayTotal' && metric === RAIN

/** From the reading before (`before`) to the next of the same day. */
const riseTo = (next: RawBuilder<unknown>) =>
  sql`case when before is null then 0 when ${next} < before then ${next} else ${next} - before end`
/** What has risen within a time that was summed up before this was noted: as if it had begun anew once at most. */
const WITHIN = sql`coalesce(rise, case when last >= first then last - first else greatest(max - first, 0) + last end)`
/** What has risen from the reading before, of whatever day (`before_at` lies in it), to a reading at a time. */
const stepTo = (next: RawBuilder<unknown>, at: RawBuilder<unknown>, zone: RawBuilder<unknown>) => sql`
  case when before is null or ${next} < before then ${next}
    when ${bucketOf('day', sql`before_at`, zone)} < ${bucketOf('day', at, zone)}
      and ${at} >= ${bucketOf('day', at, zone)} + ${BEHIND} then ${next}
    else ${next} - before end`

/** Lets what has just been summed up of such series be summed up again, with what has risen. */
export async function noteDayTotals(tx: Tx, from: Date, to: Date): Promise<void> {
  await sql`
    with ${DAY_TOTALS}
    insert into telemetry_late (device_no, metric, minute)
    select device_no, metric, bucket from day_total join telemetry_1m using (device_no, metric)
    where bucket >= ${from} and bucket < ${to}
    on conflict do nothing`.execute(tx)
}

/** Lets all readings of devices that are still kept be summed up again: they tell totals from now on, and will have before. */
export async function repeatDayTotals(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  await sql`
    insert into telemetry_late (device_no, metric, minute)
    select distinct device_no, metric, date_trunc('minute', ts)
    from telemetry join device on device.no = device_no
    where device.id = any(${[...deviceIds]}::text[]) and metric = ${sql.lit(RAIN)}
      and ts < (select rolled_to from telemetry_mark)
    on conflict do nothing`.execute(tx)
}

/** Adds to minutes that have been summed up again, and to their hours and days, what has risen in each. */
export async function sumUpDayTotals(
  tx: Tx,
  deviceNos: readonly number[],
  { minutes, those, within }: Stretches,
): Promise<void> {
  const { rows } = await sql`
    select from device where no = any(${[...new Set(deviceNos)]}::int[]) and ${TELLS_DAY_TOTAL} limit 1`.execute(
    tx,
  )
  if (rows.length === 0) return
  await sql`
    with ${DAY_TOTALS}, ${minutes}, found as (
      select device_no, metric, minute, sum(${riseTo(sql`value`)}) as rise, min(ts) as first_at
      from (
        select device_no, metric, minute, ts, value,
          lag(value) over (partition by device_no, metric, minute order by ts) as before
        from late join day_total using (device_no, metric) join telemetry using (device_no, metric)
        where ts >= minute and ts < minute + interval '1 minute' and ${COUNTED}) as readings
      group by 1, 2, 3)
    update telemetry_1m as kept set rise = found.rise, first_at = found.first_at from found
    where kept.device_no = found.device_no and kept.metric = found.metric and bucket = minute`.execute(tx)
  for (const [unit, into, from] of STEPS)
    await sql`
      with ${DAY_TOTALS}, ${those(unit)}, found as (
        select device_no, metric, begin, sum(within + ${riseTo(sql`first`)}) as rise, min(first_at) as first_at
        from (
          select device_no, metric, begin, first, ${WITHIN} as within, coalesce(first_at, bucket) as first_at,
            lag(last) over (partition by device_no, metric, begin order by bucket) as before
          from these join day_total using (device_no, metric) join ${sql.table(from)} using (device_no, metric)
          where ${within(unit)}) as parts
        group by 1, 2, 3)
      update ${sql.table(into)} as kept set rise = found.rise, first_at = found.first_at from found
      where kept.device_no = found.device_no and kept.metric = found.metric and bucket = begin`.execute(tx)
}

/** A stretch of such a series. */
interface Asked {
  readonly no: number
  readonly zone: string
  readonly begin: Date
  readonly end: Date
  readonly limit: number
}

/** Single readings, each as what has fallen since the one before; BAD ones as they were told. */
export async function risesOf(db: Db, { no, zone, begin, end, limit }: Asked) {
  const own = sql`device_no = ${no} and metric = ${sql.lit(RAIN)}`
  const { rows } = await sql<{ ts: Date; value: number; quality: number }>`
    with near as (
      (select ts, value, quality from telemetry
        where ${own} and ts < ${begin} and ts >= ${begin}::timestamptz - interval '2 days' and ${COUNTED}
        order by ts desc limit 1)
      union all
      (select ts, value, quality from telemetry where ${own} and ts between ${begin} and ${end} order by ts limit ${limit}))
    select ts, quality, case when ${COUNTED} then ${stepTo(sql`value`, sql`ts`, sql`${zone}`)} else value end as value
    from (
      select *, lag(value) over same as before, lag(ts) over same as before_at
      from near window same as (partition by quality < ${sql.lit(QUALITY.BAD)} order by ts)) as readings
    where ts >= ${begin} order by ts`.execute(db)
  return rows
}

/**
 * What has fallen in each time that is summed up in a table, with the readings that are not yet.
 * @param place the bucket of a reading's `ts`
 */
export async function sumsOfRises(
  db: Db,
  { no, zone, begin, end, limit }: Asked,
  table: 'telemetry_1m' | 'telemetry_1h' | 'telemetry_1d',
  place: RawBuilder<unknown>,
) {
  const own = sql`device_no = ${no} and metric = ${sql.lit(RAIN)}`
  const columns = sql`
    0 as part, bucket, n, first, last, ${WITHIN} as rise,
    coalesce(first_at, bucket + ${table === 'telemetry_1m' ? sql`interval '0'` : BEHIND}) as first_at`
  const { rows } = await sql<{ bucket: Date; n: number; sum: number }>`
    with parts as (
      (select ${columns} from ${sql.table(table)} where ${own} and bucket < ${begin} order by bucket desc limit 1)
      union all
      select ${columns} from ${sql.table(table)} where ${own} and bucket between ${begin} and ${end}
      union all
      select 1, bucket, count(*)::int, (array_agg(value order by ts))[1], (array_agg(value order by ts desc))[1],
        sum(${riseTo(sql`value`)}), min(ts)
      from (
        select ts, value, bucket, lag(value) over (partition by bucket order by ts) as before
        from (
          select ts, value, ${place} as bucket from telemetry
          where ${own} and ts >= (select rolled_to from telemetry_mark) and ${COUNTED}) as since) as open
      group by 2)
    select bucket, sum(n)::int as n, sum(rise + ${stepTo(sql`first`, sql`first_at`, sql`${zone}`)}) as sum
    from (
      select *, lag(last) over time as before, lag(bucket) over time as before_at
      from parts window time as (order by bucket, part)) as stepped
    where bucket between ${begin} and ${end}
    group by bucket order by bucket limit ${limit}`.execute(db)
  return rows
}
