import { sql } from 'kysely'
import type { Db, Tx } from '../../../module'
import { bucketOf, STEPS, type Stretches } from './buckets'
import { COUNTED } from './counted'
import { noteDayTotals, sumUpDayTotals } from './day-totals'
import { DIRECTION_CODES } from './directions'

/** Held shared while readings are written, alone while the mark moves. */
export const TELEMETRY_LOCK = 7_310_001
/** Held by the server that sums up. */
const ROLLING_LOCK = 7_310_002
/** Readings usually come within this time, in seconds; later ones are summed up again. */
const SETTLING = 60
/** Late minutes that are summed up in one transaction. */
const LATE_AT_ONCE = 20_000

/**
 * Sums up what has come since the last time: minutes from readings, hours and days by adding those minutes to them. First
 * the mark moves, which waits for the writers of before; whoever writes later for a time before the mark notes its minute.
 * Those minutes are summed up again from the readings, their hours from the minutes, their days from the hours. Dies it
 * midway, the next time goes on where it was; of several servers one does it.
 */
export async function rollUp(db: Db): Promise<void> {
  const isMine = await db.transaction().execute(async (tx) => {
    if (!(await takeTurn(tx))) return false
    await sql`select pg_advisory_xact_lock(${sql.lit(TELEMETRY_LOCK)})`.execute(tx)
    await sql`
      update telemetry_mark set fixed_to =
        greatest(fixed_to, date_trunc('minute', now() - make_interval(secs => ${sql.lit(SETTLING)})))`.execute(
      tx,
    )
    return true
  })
  for (let isMore = isMine; isMore; )
    isMore = await db.transaction().execute(async (tx) => {
      if (!(await takeTurn(tx))) return false
      await addNew(tx)
      return (await repeatLate(tx)) === LATE_AT_ONCE
    })
}

async function takeTurn(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(ROLLING_LOCK)}) as mine`.execute(tx)
  return rows[0]?.mine === true
}

/** Sums of the rows below by series and a bucket of theirs. */
const SUMS = sql`
  sum(n)::int as n, min(min) as min, max(max) as max, sum(sum) as sum,
  (array_agg(first order by bucket))[1] as first, (array_agg(last order by bucket desc))[1] as last,
  sum(east) as east, sum(north) as north`
const isDirection = sql`metric = any(${sql.lit(`{${DIRECTION_CODES.join(',')}}`)}::smallint[])`
const SUMS_OF_READINGS = sql`
  count(*)::int as n, min(value) as min, max(value) as max, sum(value) as sum,
  (array_agg(value order by ts))[1] as first, (array_agg(value order by ts desc))[1] as last,
  sum(sind(value)) filter (where ${isDirection}) as east,
  sum(cosd(value)) filter (where ${isDirection}) as north`
const COLUMNS = sql`(device_no, metric, bucket, n, min, max, sum, first, last, east, north)`
/** The later rows come after what is there. What was summed up before there were vectors has none. */
const ADD = sql`
  n = kept.n + excluded.n, min = least(kept.min, excluded.min), max = greatest(kept.max, excluded.max),
  sum = kept.sum + excluded.sum, last = excluded.last,
  east = coalesce(kept.east, 0) + excluded.east, north = coalesce(kept.north, 0) + excluded.north`
/** Fewer readings than before: the others are not kept any more, and their sum stays. */
const REPLACE = sql`
  n = excluded.n, min = excluded.min, max = excluded.max, sum = excluded.sum, first = excluded.first,
  last = excluded.last, east = excluded.east, north = excluded.north
  where excluded.n >= kept.n`

async function addNew(tx: Tx): Promise<void> {
  const { rows } = await sql<{ rolled_to: Date; fixed_to: Date }>`
    select rolled_to, fixed_to from telemetry_mark where rolled_to < fixed_to for update`.execute(tx)
  const mark = rows[0]
  if (!mark) return
  await sql`
    with minute as (
      insert into telemetry_1m as kept ${COLUMNS}
      select device_no, metric, date_trunc('minute', ts) as bucket, ${SUMS_OF_READINGS} from telemetry
      where ts >= ${mark.rolled_to} and ts < ${mark.fixed_to} and ${COUNTED}
      group by 1, 2, 3
      on conflict (device_no, metric, bucket) do update set ${REPLACE}
      returning *),
    placed as (
      select minute.*, time_zone from minute
      join device on device.no = minute.device_no join project on project.id = device.project_id),
    hour as (
      insert into telemetry_1h as kept ${COLUMNS}
      select device_no, metric, ${bucketOf('hour', sql`bucket`)}, ${SUMS} from placed group by 1, 2, 3
      on conflict (device_no, metric, bucket) do update set ${ADD})
    insert into telemetry_1d as kept ${COLUMNS}
    select device_no, metric, ${bucketOf('day', sql`bucket`)}, ${SUMS} from placed group by 1, 2, 3
    on conflict (device_no, metric, bucket) do update set ${ADD}`.execute(tx)
  await sql`update telemetry_mark set rolled_to = fixed_to`.execute(tx)
  await noteDayTotals(tx, mark.rolled_to, mark.fixed_to)
}

/** Sums up late minutes again with their hours and days; answers how many there were. */
async function repeatLate(tx: Tx): Promise<number> {
  const { rows: late } = await sql<{ device_no: number; metric: number; minute: Date }>`
    delete from telemetry_late where ctid in (select ctid from telemetry_late limit ${sql.lit(LATE_AT_ONCE)})
    returning device_no, metric, minute`.execute(tx)
  if (late.length === 0) return 0
  const minutes = sql`
    late as (select * from unnest(
      ${late.map((row) => row.device_no)}::int[], ${late.map((row) => row.metric)}::smallint[],
      ${late.map((row) => row.minute.toISOString())}::timestamptz[]) as late (device_no, metric, minute))`
  const those = (unit: 'hour' | 'day') => sql`
    ${minutes}, these as (
      select distinct device_no, metric, ${bucketOf(unit, sql`minute`)} as begin, time_zone
      from late join device on device.no = device_no join project on project.id = device.project_id)`
  // Found by about when, which an index knows, and then by the farm's clock.
  const within = (unit: 'hour' | 'day') => sql`
    bucket >= begin and bucket < begin + ${sql.lit(unit === 'hour' ? '2 hours' : '2 days')}::interval
      and ${bucketOf(unit, sql`bucket`)} = begin`
  const stretches: Stretches = { minutes, those, within }
  await sql`
    with ${minutes}
    insert into telemetry_1m as kept ${COLUMNS}
    select device_no, metric, minute as bucket, ${SUMS_OF_READINGS}
    from late join telemetry using (device_no, metric)
    where ts >= minute and ts < minute + interval '1 minute' and ${COUNTED}
    group by 1, 2, 3
    on conflict (device_no, metric, bucket) do update set ${REPLACE}`.execute(tx)
  for (const [unit, into, from] of STEPS)
    await sql`
      with ${those(unit)}
      insert into ${sql.table(into)} as kept ${COLUMNS}
      select device_no, metric, begin as bucket, ${SUMS}
      from these join ${sql.table(from)} using (device_no, metric)
      where ${within(unit)}
      group by 1, 2, 3
      on conflict (device_no, metric, bucket) do update set ${REPLACE}`.execute(tx)
  await sumUpDayTotals(
    tx,
    late.map((row) => row.device_no),
    stretches,
  )
  return late.length
}
