import { type Freshness, freshnessAt } from '@runtime/field/freshness'
import {
  type DeviceKind,
  metricByCode,
  QUALITY,
  type Quality,
  type Reported,
  type ValveSettings,
} from '@runtime/field/kinds'
import {
  deviceStateOf,
  qualityWord,
  type ReadingAge,
  readingQuality,
  staleAfterSec,
} from '@runtime/field/quality'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../module'

/** A device of a project with all that is known of it now. */
export interface DeviceRow {
  readonly id: string
  readonly no: number
  readonly kind: DeviceKind
  readonly name: string
  readonly lng: number | null
  readonly lat: number | null
  readonly gatewayId: string
  readonly nodeId: string | null
  readonly fggId: string | null
  readonly every: number
  readonly isInMaintenance: boolean
  readonly settings: ValveSettings & { readonly blockId?: string; readonly depths?: readonly number[] }
  readonly state: number | null
  readonly isAlert: boolean | null
  readonly reported: Partial<Reported> | null
  /** `QUALITY` */
  readonly reportQuality: number | null
  readonly desired: Partial<Reported> | null
  readonly seen: number | null
  readonly updateTime: string | null
}

/** A device's latest readings by name, and from when each is. */
export interface LastReadings {
  readonly values: Readonly<Record<string, number>>
  readonly ages: readonly ReadingAge[]
  /** When the newest is from, in milliseconds since 1970. */
  readonly at: number
}

/** Pattern of moments on the wire: `2026-06-01 10:20:30` in the project's time zone. */
export const MOMENT = 'YYYY-MM-DD HH24:MI:SS'

/** @param kinds default: all. */
export async function deviceRows(
  db: Db | Tx,
  projectId: string,
  kinds?: readonly DeviceKind[],
): Promise<readonly DeviceRow[]> {
  const ofKinds = kinds ? sql`and device.kind = any(${[...kinds]}::text[])` : sql``
  const { rows } = await sql<DeviceRow>`
    select device.id, device.no, device.kind, device.name, device.longitude as lng, device.latitude as lat,
      device.gateway_id as "gatewayId", device.node_id as "nodeId", pipe_node.pipe_id as "fggId",
      device.uplink_every_sec as every, device.maintenance is not null as "isInMaintenance", device.settings,
      live.state, live.is_alert as "isAlert", live.reported, live.report_quality as "reportQuality",
      live.desired,
      (extract(epoch from live.last_seen_at) * 1000)::float8 as seen,
      to_char(live.last_seen_at at time zone project.time_zone, ${MOMENT}) as "updateTime"
    from device
    join project on project.id = device.project_id
    left join device_live live on live.device_id = device.id
    left join pipe_node on pipe_node.id = device.node_id
    where device.project_id = ${projectId} and device.deleted_at is null and device.enabled_mark = 1 ${ofKinds}
    order by device.id`.execute(db)
  return rows
}

/** By `device.no`; devices that have sent nothing have none. */
export async function lastReadings(
  db: Db | Tx,
  projectId: string,
  kinds?: readonly DeviceKind[],
): Promise<ReadonlyMap<number, LastReadings>> {
  const ofKinds = kinds ? sql`and device.kind = any(${[...kinds]}::text[])` : sql``
  const { rows } = await sql<{
    no: number
    metrics: number[]
    values: number[]
    qualities: number[]
    frozen: boolean[]
    times: number[]
  }>`
    select device_no as no, array_agg(metric) as metrics, array_agg(value) as values,
      array_agg(quality::int) as qualities, array_agg(is_frozen) as frozen,
      -- A clock that runs ahead makes no reading younger than its coming.
      array_agg((extract(epoch from least(ts, received_at)) * 1000)::float8) as times
    from telemetry_last join device on device.no = device_no
    where device.project_id = ${projectId} ${ofKinds}
    group by device_no`.execute(db)
  const names = await metricNames(db)
  return new Map(
    rows.map(({ no, metrics, values, qualities, frozen, times }) => {
      const ages = metrics.map((metric, index) => ({
        metric: names(metric),
        at: times[index] ?? 0,
        quality: qualities[index] ?? QUALITY.BAD,
        isFrozen: frozen[index] ?? false,
      }))
      const named = ages.map(({ metric }, index) => [metric, values[index]])
      return [no, { values: Object.fromEntries(named), ages, at: Math.max(...times) }]
    }),
  )
}

/** What metrics are called, the devices' own names too. */
export async function metricNames(db: Db | Tx): Promise<(metric: number) => string> {
  const own = await db.selectFrom('metric_name').selectAll().execute()
  const names = new Map(own.map(({ code, name }) => [code, name]))
  return (metric) => metricByCode(metric)?.name ?? names.get(metric) ?? `m${metric}`
}

/** What every marker of the map has. */
export function markerOf(row: DeviceRow, last: LastReadings | undefined, now: number) {
  const deviceState = deviceStateOf(row.state, row.isInMaintenance)
  const freshness: Freshness = {
    ...{ deviceState, ts: row.seen, staleAfter: staleAfterSec(row.every) },
    ...(row.reportQuality ? { reportQuality: qualityWord(row.reportQuality) } : {}),
    ...(last && agesOf(last, row, now)),
  }
  const { staleAfter = 0, reportQuality, readAt, lastAt, lastQuality, frozen } = freshness
  return {
    deviceId: row.id,
    name: row.name,
    lng: row.lng,
    lat: row.lat,
    deviceState,
    isAlert: row.isAlert ? 1 : 0,
    gatewayId: row.gatewayId,
    quality: freshnessAt({ ...freshness, ...(last && { last: last.values }) }, now).quality,
    staleAfter,
    ts: row.seen,
    ...(reportQuality && { reportQuality }),
    ...(readAt !== undefined && { readAt }),
    ...(lastAt && { lastAt }),
    ...(lastQuality && { lastQuality }),
    ...(frozen && { frozen }),
  }
}

/** Kinds that the map shows without `last`: there the times name their readings. */
const WITHOUT_VALUES: ReadonlySet<DeviceKind> = new Set<DeviceKind>(['VALVE_TWB', 'VALVE_MAIN'])

function agesOf({ ages, at }: LastReadings, { kind, every }: DeviceRow, now: number) {
  const apart = WITHOUT_VALUES.has(kind) ? ages : ages.filter((age) => age.at !== at)
  const doubtful = ages.flatMap((age): (readonly [string, Quality])[] => {
    const quality = readingQuality(age, every, now)
    return quality === QUALITY.GOOD ? [] : [[age.metric, qualityWord(quality)]]
  })
  const frozen = ages.filter(({ isFrozen }) => isFrozen).map(({ metric }) => [metric, 1] as const)
  return {
    readAt: at,
    ...(apart.length > 0 && { lastAt: Object.fromEntries(apart.map((age) => [age.metric, age.at])) }),
    ...(doubtful.length > 0 && { lastQuality: Object.fromEntries(doubtful) }),
    ...(frozen.length > 0 && { frozen: Object.fromEntries(frozen) }),
  }
}
