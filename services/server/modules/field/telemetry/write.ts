import { QUALITY } from '@runtime/field/kinds'
import { sql } from 'kysely'
import { countsFrom } from '../../../devices/ingest'
import type { Tx } from '../../../module'
import { TELEMETRY_LOCK } from './roll-up'

/** A reading as it is written. Times in milliseconds since 1970; `at` may lie some minutes after `receivedAt`. */
export interface Reading {
  readonly deviceNo: number
  readonly metric: number
  readonly at: number
  readonly value: number
  readonly quality: number
  /** Whether it repeats itself as only a sensor that hangs does: why it is UNCERTAIN. Absent: not. */
  readonly isFrozen?: boolean
  readonly receivedAt: number
  readonly bootId: string
  readonly seq: number
}

const MINUTE = 60_000
const GOOD_QUALITY = sql.lit(QUALITY.GOOD)

/**
 * Writes readings, keeps each series' last (by when it is from, but never later than when it was heard: a clock that ran ahead is
 * followed by one that goes right), and notes the minutes that have been summed up already. Their partitions
 * must be there. A reading that is there already stays as it is.
 */
export async function writeReadings(tx: Tx, readings: readonly Reading[]): Promise<void> {
  if (readings.length === 0) return
  const rows = sortedOnce(readings)
  const times = rows.map(({ at }) => iso(at))
  // The mark stands still from here on, so that no reading falls between the roll-ups. Asked for in a statement of its own:
  // one that waited for the lock would see the mark as it was before.
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(TELEMETRY_LOCK)})`.execute(tx)
  const mark = await tx.selectFrom('telemetry_mark').select('fixed_to').executeTakeFirstOrThrow()
  await sql`
    insert into telemetry (device_no, metric, ts, value, quality)
    select * from unnest(
      ${rows.map(({ deviceNo }) => deviceNo)}::int[], ${rows.map(({ metric }) => metric)}::smallint[],
      ${times}::timestamptz[], ${rows.map(({ value }) => value)}::float8[],
      ${rows.map(({ quality }) => quality)}::smallint[])
    on conflict do nothing`.execute(tx)
  await writeLast(tx, rows)
  const late = rows.filter(({ at }) => at < mark.fixed_to.getTime())
  if (late.length > 0) await noteLate(tx, late)
}

/** By series and time, each once: writers that lock rows in one order do not wait for each other in a ring. */
function sortedOnce(readings: readonly Reading[]): Reading[] {
  const sorted = readings.toSorted((one, other) => bySeries(one, other) || one.at - other.at)
  return sorted.filter((reading, index) => {
    const before = sorted[index - 1]
    return !before || !isSameSeries(reading, before) || reading.at !== before.at
  })
}

const bySeries = (one: Reading, other: Reading) => one.deviceNo - other.deviceNo || one.metric - other.metric
const isSameSeries = (one: Reading, other: Reading) => bySeries(one, other) === 0

interface Last {
  reading: Reading
  /** The last that is believed: the same, or one before it. */
  good: Reading | undefined
}

/** Each series' last, of rows by series and time: among those that count from one moment the one of the later time. */
function lastOf(rows: readonly Reading[]): readonly Last[] {
  const all: Last[] = []
  let last: Last | undefined
  for (const reading of rows) {
    if (!last || !isSameSeries(last.reading, reading)) {
      last = { reading, good: undefined }
      all.push(last)
    } else if (countsFrom(reading) >= countsFrom(last.reading)) last.reading = reading
    const isGood = reading.quality === QUALITY.GOOD
    if (isGood && !(last.good && countsFrom(reading) < countsFrom(last.good))) last.good = reading
  }
  return all
}

async function writeLast(tx: Tx, rows: readonly Reading[]): Promise<void> {
  const all = lastOf(rows)
  const newest = all.map(({ reading }) => reading)
  const good = all.map(({ reading, good }) => (good === reading ? undefined : good))
  await sql`
    insert into telemetry_last as kept
      (device_no, metric, ts, value, quality, received_at, boot_id, seq, is_frozen, good_ts, good_value)
    select * from unnest(
      ${newest.map(({ deviceNo }) => deviceNo)}::int[], ${newest.map(({ metric }) => metric)}::smallint[],
      ${newest.map(({ at }) => iso(at))}::timestamptz[], ${newest.map(({ value }) => value)}::float8[],
      ${newest.map(({ quality }) => quality)}::smallint[],
      ${newest.map(({ receivedAt }) => iso(receivedAt))}::timestamptz[],
      ${newest.map(({ bootId }) => bootId)}::text[], ${newest.map(({ seq }) => seq)}::bigint[],
      ${newest.map(({ isFrozen = false }) => isFrozen)}::boolean[],
      ${good.map((one) => (one ? iso(one.at) : null))}::timestamptz[],
      ${good.map((one) => one?.value ?? null)}::float8[])
    on conflict (device_no, metric) do update set
      ts = excluded.ts, value = excluded.value, quality = excluded.quality,
      received_at = excluded.received_at, boot_id = excluded.boot_id, seq = excluded.seq,
      is_frozen = excluded.is_frozen,
      good_ts = case when excluded.quality <> ${GOOD_QUALITY} then coalesce(excluded.good_ts,
        case when kept.quality = ${GOOD_QUALITY} then kept.ts else kept.good_ts end) end,
      good_value = case when excluded.quality <> ${GOOD_QUALITY} then coalesce(excluded.good_value,
        case when kept.quality = ${GOOD_QUALITY} then kept.value else kept.good_value end) end
    where (least(kept.ts, kept.received_at), kept.ts) < (least(excluded.ts, excluded.received_at), excluded.ts)`.execute(
    tx,
  )
}

async function noteLate(tx: Tx, late: readonly Reading[]): Promise<void> {
  const minutes = new Map(
    late.map((reading) => {
      const minute = Math.floor(reading.at / MINUTE) * MINUTE
      return [`${reading.deviceNo} ${reading.metric} ${minute}`, { ...reading, minute }]
    }),
  )
  const rows = [...minutes.values()]
  await sql`
    insert into telemetry_late (device_no, metric, minute)
    select * from unnest(
      ${rows.map(({ deviceNo }) => deviceNo)}::int[], ${rows.map(({ metric }) => metric)}::smallint[],
      ${rows.map(({ minute }) => iso(minute))}::timestamptz[])
    on conflict do nothing`.execute(tx)
}

const iso = (time: number) => new Date(time).toISOString()
