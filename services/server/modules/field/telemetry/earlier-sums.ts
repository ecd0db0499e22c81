import { type Kysely, sql } from 'kysely'
import { bucketOf, STEPS } from './buckets'
import { COUNTED } from './counted'
import { DIRECTION_CODES } from './directions'

/** What sums of earlier versions lack is worked out from what is still kept; what is not stays as it was summed up. */

type AnyDb = Kysely<unknown>

/** Vectors of directions: minutes from single readings, hours and days from minutes. */
export async function addVectors(db: AnyDb): Promise<void> {
  const isDirection = sql`metric = any(${sql.lit(`{${DIRECTION_CODES.join(',')}}`)}::smallint[])`
  await sql`
    update telemetry_1m as kept set east = found.east, north = found.north from (
      select device_no, metric, date_trunc('minute', ts) as begin, sum(sind(value)) as east, sum(cosd(value)) as north
      from telemetry where ${isDirection} and ${COUNTED} group by 1, 2, 3) as found
    where kept.device_no = found.device_no and kept.metric = found.metric and bucket = begin`.execute(db)
  for (const [unit, into, from] of STEPS)
    await sql`
      update ${sql.table(into)} as kept set east = found.east, north = found.north from (
        select device_no, metric, ${bucketOf(unit, sql`bucket`)} as begin, sum(east) as east, sum(north) as north
        from ${sql.table(from)} join device on device.no = device_no join project on project.id = device.project_id
        where ${isDirection} and east is not null group by 1, 2, 3) as found
      where kept.device_no = found.device_no and kept.metric = found.metric and bucket = begin`.execute(db)
}

/**
 * Hours were those of UTC. Where a farm's clock is half an hour beside them, those of which all minutes are kept become hours of its clock,
 * and their days are put together again: the first of them too, or what its last hour had of the next day would count twice.
 */
export async function placeHours(db: AnyDb): Promise<void> {
  const placed = sql`join device on device.no = device_no join project on project.id = device.project_id`
  // In summer or in winter: Lord Howe is so in one of them.
  const isBeside = sql`
    exists (select from (values (timestamptz '2026-01-01Z'), (timestamptz '2026-07-01Z')) as noon (at)
      where ${bucketOf('hour', sql`at`)} <> at)`
  // From the first whole hour on of which minutes are kept.
  await sql`
    create temporary table hours_anew on commit drop as
    select device_no, metric, time_zone, date_trunc('hour', min(minute.bucket), 'UTC') + interval '1 hour' as since
    from telemetry_1m as minute ${placed}
    where ${isBeside} group by 1, 2, 3`.execute(db)
  await sql`
    delete from telemetry_1h as hour using hours_anew
    where hour.device_no = hours_anew.device_no and hour.metric = hours_anew.metric and bucket >= since`.execute(
    db,
  )
  for (const [unit, into, from] of STEPS)
    await sql`
      insert into ${sql.table(into)} as kept (device_no, metric, bucket, n, min, max, sum, first, last, east, north)
      select device_no, metric, ${bucketOf(unit, sql`bucket`)}, sum(n), min(min), max(max), sum(sum),
        (array_agg(first order by bucket))[1], (array_agg(last order by bucket desc))[1], sum(east), sum(north)
      from ${sql.table(from)} join hours_anew using (device_no, metric)
      where bucket >= ${unit === 'hour' ? sql`since` : bucketOf('day', sql`since`)}
      group by 1, 2, 3
      on conflict (device_no, metric, bucket) do update set
        n = excluded.n, min = excluded.min, max = excluded.max, sum = excluded.sum, first = excluded.first,
        last = excluded.last, east = excluded.east, north = excluded.north`.execute(db)
}
