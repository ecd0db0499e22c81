import { meanDirection, vectorOf } from '@runtime/field/direction'
import { METRICS, metricByCode, metricByName, QUALITY } from '@runtime/field/kinds'
import { qualityWord, readingQuality } from '@runtime/field/quality'
import { type RawBuilder, sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import type { Db } from '../../../module'
import { bucketOf } from './buckets'
import { COUNTED } from './counted'
import { isDayTotal, risesOf, sumsOfRises } from './day-totals'
import { DIRECTION_CODES } from './directions'
import { GOOD } from './good'
import type { LastReading, RangeRequest, RangeRow, TelemetryReader } from './telemetry'

/** Rows that are fetched together. */
const PIECE = 5_000

type Reads = Pick<TelemetryReader, 'last' | 'range' | 'span'>

export function createReader(db: Db): Reads {
  return {
    async last(deviceIds) {
      const { rows } = await sql<LastRow>`
        select device.id, coalesce(metric_name.name, '') as name, metric, ts, received_at, value, quality,
          ${GOOD.ts} as good_ts, ${GOOD.value} as good_value,
          device.uplink_every_sec as every
        from telemetry_last join device on device.no = device_no
        left join metric_name on metric_name.code = metric
        where device.id = any(${[...deviceIds]}::text[])
        order by metric`.execute(db)
      const found = new Map<string, LastReading[]>()
      for (const row of rows) found.set(row.id, [...(found.get(row.id) ?? []), lastOf(row)])
      return found
    },
    async *range(request) {
      let left = request.limit ?? Number.POSITIVE_INFINITY
      const device = await deviceOf(db, request.deviceId)
      if (!device) return
      for (const [name, code] of await codesOf(db, request.metrics)) {
        let from = request.from
        while (left > 0) {
          const to = pieceEnd(request, from)
          const most = Math.min(PIECE, left)
          const rows = await piece(db, device, code, { ...request, from, to }, most)
          for (const row of rows) yield { ...row, metric: name }
          left -= rows.length
          const last = rows.at(-1)
          if (last && rows.length === most) from = last.at + 1
          else if (to >= request.to) break
          else from = to + 1
        }
      }
    },
    async span(deviceId) {
      const device = await deviceOf(db, deviceId)
      if (!device) return null
      const { rows } = await sql<{ first: Date | null; last: Date | null }>`
        select least(
            (select min(bucket) from telemetry_1d where device_no = ${device.no}),
            (select min(ts) from telemetry_last where device_no = ${device.no})) as first,
          (select max(ts) from telemetry_last where device_no = ${device.no}) as last`.execute(db)
      const span = rows[0]
      return span?.first && span.last ? { from: span.first.getTime(), to: span.last.getTime() } : null
    },
  }
}

interface LastRow {
  readonly id: string
  readonly name: string
  readonly metric: number
  readonly ts: Date
  readonly received_at: Date
  readonly value: number
  readonly quality: number
  readonly good_ts: Date | null
  readonly good_value: number | null
  readonly every: number
}

function lastOf(row: LastRow): LastReading {
  const { name, metric, ts, received_at, value, quality, good_ts, good_value, every } = row
  const known = metricByCode(metric)?.name ?? name
  const [at, receivedAt] = [ts.getTime(), received_at.getTime()]
  // A clock that runs ahead makes no reading younger than its coming.
  const age = { metric: known, at: Math.min(at, receivedAt), quality }
  const goodOf = (goodAt: number, goodValue: number) => {
    const goodAge = { metric: known, at: Math.min(goodAt, receivedAt), quality: QUALITY.GOOD }
    const isStale = readingQuality(goodAge, every, Date.now()) !== QUALITY.GOOD
    return { at: goodAt, value: goodValue, isStale }
  }
  return {
    ...{ metric, name: known, at, receivedAt, value },
    quality: qualityWord(readingQuality(age, every, Date.now())),
    good: good_ts !== null && good_value !== null ? goodOf(good_ts.getTime(), good_value) : null,
  }
}

interface Device {
  readonly no: number
  readonly zone: string
  readonly rainAs: unknown
}

async function deviceOf(db: Db, id: string): Promise<Device | undefined> {
  return db
    .selectFrom('device')
    .innerJoin('project', 'project.id', 'device.project_id')
    .select(['device.no', 'project.time_zone as zone', sql`settings ->> 'rainAs'`.as('rainAs')])
    .where('device.id', '=', id)
    .executeTakeFirst()
}

/** Codes by name, in the order asked for; names that nobody has used are left out. */
async function codesOf(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const others = names.filter((name) => !metricByName(name))
  const rows = others.length
    ? await db.selectFrom('metric_name').selectAll().where(isAnyOf('name', others)).execute()
    : []
  const own = new Map(rows.map(({ name, code }) => [name, code]))
  const codes = new Map<string, number>()
  for (const name of names) {
    const code = metricByName(name)?.code ?? own.get(name)
    if (code !== undefined) codes.set(name, code)
  }
  return codes
}

/** Milliseconds of what a row sums up; days are few enough to be fetched at once. */
const BUCKETS = { '1m': 60_000, '1h': 3_600_000 } as const

/** Where a piece ends at the latest: sums are put together over all of their time, so that is kept to a piece's worth. */
function pieceEnd({ interval, to }: RangeRequest, from: number): number {
  if (interval === 'raw' || interval === '1d') return to
  const length = BUCKETS[interval]
  return Math.min(to, (Math.floor(from / length) + PIECE) * length - 1)
}

const ROLLUPS = { '1m': 'telemetry_1m', '1h': 'telemetry_1h', '1d': 'telemetry_1d' } as const
const UNITS = { '1m': 'minute', '1h': 'hour', '1d': 'day' } as const

type Row = Omit<RangeRow, 'metric'>

async function piece(
  db: Db,
  device: Device,
  metric: number,
  { from, to, interval }: RangeRequest,
  limit: number,
): Promise<Row[]> {
  const asked = { ...device, begin: new Date(from), end: new Date(to), limit }
  const { no, zone, begin, end } = asked
  const isTotal = isDayTotal(device.rainAs, metric)
  if (interval === 'raw') {
    if (isTotal) return (await risesOf(db, asked)).map((row) => singleOf(metric, row))
    const { rows } = await sql<Single>`
      select ts, value, quality from telemetry
      where device_no = ${no} and metric = ${metric} and ts between ${begin} and ${end}
      order by ts limit ${limit}`.execute(db)
    return rows.map((row) => singleOf(metric, row))
  }
  const place = bucketOf(UNITS[interval], sql`ts`, sql`${zone}`)
  if (isTotal) return (await sumsOfRises(db, asked, ROLLUPS[interval], place)).map(fallenOf)
  const { rows } = await sql<SumRow>`
    ${summed(device, metric, begin, end, ROLLUPS[interval], place)}
    order by bucket limit ${limit}`.execute(db)
  return rows.map((row) => (isDirection(metric) ? pointedOf(row) : sumOf(row)))
}

interface Single {
  readonly ts: Date
  readonly value: number
  readonly quality: number
}

const isDirection = (metric: number) => DIRECTION_CODES.includes(metric)

function singleOf(metric: number, { ts, value, quality }: Single): Row {
  const row = { value, quality, n: 1, sum: value, first: value, last: value }
  if (!isDirection(metric)) return { at: ts.getTime(), ...row, min: value, max: value }
  return { at: ts.getTime(), ...row, min: null, max: null, vector: vectorOf(value) }
}

interface SumRow extends Omit<Row, 'at' | 'value' | 'quality' | 'vector'> {
  readonly bucket: Date
  /** Of directions alone. */
  readonly east?: number | null
  readonly north?: number | null
}

function sumOf({ bucket, ...sums }: SumRow): Row {
  return { at: bucket.getTime(), value: sums.sum / sums.n, quality: QUALITY.GOOD, ...sums }
}

/** A direction's mean is where its vectors point; where that is not known, or nowhere, it is the last one. */
function pointedOf({ bucket, east = null, north = null, ...sums }: SumRow): Row {
  const vector = east === null || north === null ? undefined : ([east, north] as const)
  return {
    ...{ at: bucket.getTime(), quality: QUALITY.GOOD, ...sums, min: null, max: null },
    value: (vector && meanDirection(vector, sums.n)) ?? sums.last,
    ...(vector && { vector }),
  }
}

/** Of a day's total what has fallen is known, not how it fell. */
function fallenOf({
  bucket,
  n,
  sum,
}: {
  readonly bucket: Date
  readonly n: number
  readonly sum: number
}): Row {
  const row = { at: bucket.getTime(), value: sum / n, quality: QUALITY.GOOD, n, min: null, max: null }
  return { ...row, sum, first: sum, last: sum }
}

const NOTHING = sql``

/** What is summed up, with the readings that are not yet. Each time is whole, wherever in it the stretch ends. */
function summed(
  { no }: Device,
  metric: number,
  begin: Date,
  end: Date,
  table: string,
  bucket: RawBuilder<unknown>,
): RawBuilder<SumRow> {
  const own = sql`device_no = ${no} and metric = ${metric}`
  const rolled = sql`(select rolled_to from telemetry_mark)`
  const [kept, read, added] = isDirection(metric)
    ? [
        sql`, east, north`,
        sql`, sum(sind(value)), sum(cosd(value))`,
        sql`, sum(east) as east, sum(north) as north`,
      ]
    : [NOTHING, NOTHING, NOTHING]
  return sql<SumRow>`
    select bucket, sum(n)::int as n, min(min) as min, max(max) as max, sum(sum) as sum,
      (array_agg(first order by part))[1] as first, (array_agg(last order by part desc))[1] as last
      ${added}
    from (
      select 0 as part, bucket, n, min, max, sum, first, last ${kept} from ${sql.table(table)}
      where ${own} and bucket between ${begin} and ${end}
      union all
      select 1, ${bucket} as bucket, count(*), min(value), max(value), sum(value),
        (array_agg(value order by ts))[1], (array_agg(value order by ts desc))[1] ${read}
      from telemetry
      where ${own} and ts >= greatest(${begin}, ${rolled}) and ts < ${end}::timestamptz + interval '2 days' and ${COUNTED}
      group by 2) as parts
    where bucket between ${begin} and ${end}
    group by bucket`
}

/** The product's metrics and those that devices have named, by name. */
export async function metricCodes(db: Db): Promise<Map<string, number>> {
  const own = await db.selectFrom('metric_name').selectAll().execute()
  return new Map([
    ...METRICS.map(({ name, code }): [string, number] => [name, code]),
    ...own.map(({ name, code }): [string, number] => [name, code]),
  ])
}
