import { metricByName, type PumpSettings } from '@runtime/field/kinds'
import type { MeterReading, Stretch } from '@runtime/field/meter'
import { staleAfterSec } from '@runtime/field/quality'
import { sql } from 'kysely'
import type { Db } from '../../../module'
import { COUNTED } from '../telemetry/counted'

/** Of what reports more often the silence that leaves no gap, in milliseconds. */
export const LEAST_GAP = 15 * 60_000
/** How far back a meter's word before a run is looked for, and how long its word after one is waited for: milliseconds. */
export const FARTHEST = 7 * 86_400_000

/** What reports of water; `gapMs` of silence is a gap. */
export interface WaterDevice {
  readonly id: string
  readonly no: number
  readonly gapMs: number
}
export interface WaterPump extends WaterDevice {
  readonly ratedM3h: number
}

const codeOf = (metric: string) => metricByName(metric)?.code ?? -1

/** Silence, in milliseconds, after which a device that tells of itself every so many seconds leaves a gap. */
export const gapOf = (everySec: number) => Math.max(LEAST_GAP, staleAfterSec(everySec) * 1000)

/** Meters behind the filters, the first first: another stands in for it only while it tells nothing. */
export async function stationMeters(db: Db, projectId: string): Promise<readonly WaterDevice[]> {
  const rows = await db
    .selectFrom('device')
    .select(['id', 'no', 'uplink_every_sec'])
    .where('project_id', '=', projectId)
    .where('kind', '=', 'FLOW')
    .where('deleted_at', 'is', null)
    .where(sql<string>`settings->>'place'`, '=', 'station')
    .orderBy('id')
    .execute()
  return rows.map(({ id, no, uplink_every_sec }) => ({ id, no, gapMs: gapOf(uplink_every_sec) }))
}

/** All pumps, those too that are no more: they may have run. */
export async function pumpsOf(db: Db, projectId: string): Promise<readonly WaterPump[]> {
  const rows = await db
    .selectFrom('device')
    .select(['id', 'no', 'uplink_every_sec', 'settings'])
    .where('project_id', '=', projectId)
    .where('kind', '=', 'PUMP')
    .orderBy('id')
    .execute()
  return rows.map(({ id, no, uplink_every_sec, settings }) => ({
    ...{ id, no, gapMs: gapOf(uplink_every_sec) },
    ratedM3h: (settings as Partial<PumpSettings> | null)?.ratedM3h ?? 0,
  }))
}

/** A pump whose energy is to be known. */
export interface PoweredPump extends WaterDevice {
  readonly projectId: string
  /** 0: nobody has said. */
  readonly ratedKw: number
}

export async function pumpOf(db: Db, id: string): Promise<PoweredPump | null> {
  const row = await db
    .selectFrom('device')
    .select(['id', 'no', 'uplink_every_sec', 'settings', 'project_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { ratedKw = 0 } = (row.settings as Partial<PumpSettings> | null) ?? {}
  return { id, no: row.no, gapMs: gapOf(row.uplink_every_sec), projectId: row.project_id, ratedKw }
}

/** When each pump of the project ran, around a time as far as a meter's word of it may be away. */
export async function runningTimes(
  db: Db,
  projectId: string,
  { from, to }: Stretch,
): Promise<ReadonlyMap<string, readonly Stretch[]>> {
  const rows = await db
    .selectFrom('equipment_run')
    .select(['device_id', 'started_at', 'ended_at'])
    .where('project_id', '=', projectId)
    .where('kind', '=', 'PUMP')
    .where('started_at', '<', new Date(to + FARTHEST))
    .where((where) =>
      where.or([where('ended_at', 'is', null), where('ended_at', '>', new Date(from - FARTHEST))]),
    )
    .execute()
  const times = new Map<string, Stretch[]>()
  for (const { device_id, started_at, ended_at } of rows) {
    const one = { from: started_at.getTime(), to: ended_at?.getTime() ?? Number.POSITIVE_INFINITY }
    times.set(device_id, [...(times.get(device_id) ?? []), one])
  }
  return times
}

/** Readings of a time that can be believed, in its order. */
export async function readingsOf(
  db: Db,
  deviceNo: number,
  metric: string,
  { from, to }: Stretch,
): Promise<readonly MeterReading[]> {
  const { rows } = await sql<{ ts: Date; value: number }>`
    select ts, value from telemetry
    where device_no = ${deviceNo} and metric = ${codeOf(metric)} and ${COUNTED}
      and ts between ${new Date(from)} and ${new Date(to)}
    order by ts`.execute(db)
  return rows.map(({ ts, value }) => ({ at: ts.getTime(), value }))
}

/** Readings of a time, with the last before and the first after it. */
export async function readingsAround(
  db: Db,
  deviceNo: number,
  metric: string,
  { from, to }: Stretch,
): Promise<readonly MeterReading[]> {
  const next = async (after: boolean) => {
    const { rows } = await sql<{ ts: Date; value: number }>`
      select ts, value from telemetry
      where device_no = ${deviceNo} and metric = ${codeOf(metric)} and ${COUNTED}
        and ${after ? sql`ts > ${new Date(to)} and ts < ${new Date(to + FARTHEST)}` : sql`ts < ${new Date(from)} and ts > ${new Date(from - FARTHEST)}`}
      order by ts ${after ? sql`asc` : sql`desc`} limit 1`.execute(db)
    return rows.map(({ ts, value }) => ({ at: ts.getTime(), value }))
  }
  return [
    ...(await next(false)),
    ...(await readingsOf(db, deviceNo, metric, { from, to })),
    ...(await next(true)),
  ]
}
