import { parseDate } from '@runtime/date'
import { METRICS, metricByName } from '@runtime/field/kinds'
import { HISTORY_SERIES } from '@services/contract/areas/field/history'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext } from '../../../module'
import type { Interval, RangeRow } from '../telemetry/telemetry'

const DAY = 86_400_000
/** Single readings are read by themselves while a device has no more of them than this. */
const MOST_SINGLE = 3_000
/** Up to so many milliseconds each interval is read by itself. */
const FINEST: readonly (readonly [longest: number, Interval])[] = [
  [2 * DAY, 'raw'],
  [10 * DAY, '1m'],
  [3 * 366 * DAY, '1h'],
]
/** The longest time of each interval that a screen may ask for; a file may be of any. */
const LONGEST: Readonly<Record<Interval, number>> = {
  raw: 14 * DAY,
  '1m': 120 * DAY,
  '1h': 10 * 366 * DAY,
  '1d': Number.POSITIVE_INFINITY,
}

export interface SpanInput {
  readonly deviceId?: string | undefined
  readonly deviceIds?: readonly string[] | undefined
  readonly metrics?: readonly string[] | undefined
  readonly startTime: string | number
  readonly endTime: string | number
  readonly interval?: 'auto' | Interval | undefined
}

export interface SpanDevice {
  readonly id: string
  readonly no: number
  readonly name: string
  readonly kind: string
  readonly uplinkEverySec: number
  /** What is asked for of it: never what it does not measure, while others do. */
  readonly metrics: readonly string[]
}

/** What is asked for, found and allowed. */
export interface Span {
  readonly projectId: string
  readonly zone: string
  readonly devices: readonly SpanDevice[]
  readonly from: number
  readonly to: number
  readonly interval: Interval
}

/**
 * Reads a request for history.
 * @throws ApiError 400 naming the member at fault; 404 for a device that the caller may not see; 400 where devices are of several projects.
 */
export async function readSpan(
  context: CallContext,
  input: SpanInput,
  kinds?: readonly string[],
): Promise<Span> {
  const ids = [...new Set([...(input.deviceId ? [input.deviceId] : []), ...(input.deviceIds ?? [])])]
  if (ids.length === 0) throw fault(context, 'deviceId', '@history.needDevice')
  const rows = await context.db
    .selectFrom('device')
    .innerJoin('project', 'project.id', 'device.project_id')
    .select(['device.id', 'no', 'device.name', 'kind', 'project_id', 'uplink_every_sec', 'time_zone'])
    .where(isAnyOf('device.id', ids))
    .where('device.deleted_at', 'is', null)
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  const first = found.get(ids[0] ?? '')
  if (!first || ids.some((id) => !found.has(id))) throw notFound()
  if (rows.some(({ project_id }) => project_id !== first.project_id))
    throw fault(context, 'deviceIds', '@history.oneProject')
  if (kinds && rows.some(({ kind }) => !kinds.includes(kind)))
    throw fault(context, 'deviceId', '@history.otherKind')

  const zone = first.time_zone
  const from = momentOf(context, 'startTime', input.startTime, zone)
  const to = momentOf(context, 'endTime', input.endTime, zone)
  if (from >= to) throw fault(context, 'endTime', '@history.endBeforeStart')
  const sent = await measured(context, rows)
  const devices = ids.flatMap((id) => {
    const row = found.get(id)
    if (!row) return []
    const metrics = metricsOf(input.metrics ?? [], sent.get(row.no) ?? [])
    return [{ id, no: row.no, name: row.name, kind: row.kind, uplinkEverySec: row.uplink_every_sec, metrics }]
  })
  return {
    projectId: first.project_id,
    zone,
    devices,
    from,
    to,
    interval: intervalOf(input.interval ?? 'auto', to - from, devices),
  }
}

/** Refuses what no screen can use: months of single readings. */
export function demandShort(context: CallContext, { interval, from, to }: Span): void {
  if (to - from > LONGEST[interval]) throw fault(context, 'interval', '@history.tooFine')
}

/** What reports seldom is shown as it was: two weeks of a soil station are fewer readings than two days of a meter. */
function intervalOf(requested: 'auto' | Interval, length: number, devices: readonly SpanDevice[]): Interval {
  if (requested !== 'auto') return requested
  const everySec = Math.min(...devices.map(({ uplinkEverySec }) => uplinkEverySec))
  if (length <= LONGEST.raw && length <= everySec * MOST_SINGLE * 1000) return 'raw'
  return FINEST.find(([longest]) => length <= longest)?.[1] ?? '1d'
}

function momentOf(context: CallContext, path: string, value: string | number, zone: string): number {
  const at = typeof value === 'number' ? value : parseDate(value, zone)
  if (at === null || !Number.isFinite(at)) throw fault(context, path, '@history.notTime')
  return at
}

/** Of one device: what is asked for and it has sent; nothing in particular is all that it has sent. */
function metricsOf(requested: readonly string[], sent: readonly string[]): readonly string[] {
  if (requested.length === 0) return sent.slice(0, HISTORY_SERIES.metrics)
  return sent.length === 0 ? requested : requested.filter((name) => sent.includes(name))
}

/** Names of what devices have sent, by their numbers, the product's metrics first and in their order. */
export async function measured(
  { db }: Pick<CallContext, 'db'>,
  devices: readonly Pick<SpanDevice, 'no'>[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const { rows } = await sql<{ device_no: number; metric: number; name: string | null }>`
    select device_no, metric, metric_name.name from telemetry_last
    left join metric_name on metric_name.code = metric
    where device_no = any(${devices.map(({ no }) => no)}::int[])
    order by metric`.execute(db)
  const known = new Map(METRICS.map(({ code, name }) => [code, name]))
  const sent = new Map<number, string[]>()
  for (const { device_no, metric, name } of rows) {
    const called = known.get(metric) ?? name
    if (called) sent.set(device_no, [...(sent.get(device_no) ?? []), called])
  }
  return sent
}

/** What a summed-up time is told as: rain by its sum, a counter by its last state, all else by its mean (of a direction: of its vectors). */
export function shownOf(metric: string, row: Pick<RangeRow, 'value' | 'sum' | 'last' | 'max'>): number {
  const aggregate = metricByName(metric)?.aggregate ?? 'avg'
  if (aggregate === 'avg' || aggregate === 'direction') return row.value
  return row[aggregate] ?? row.value
}

/** A metric as people call it, and its unit. */
export function metricText(
  { text }: Pick<CallContext, 'text'>,
  name: string,
): { name: string; unit: string } {
  const metric = metricByName(name)
  return metric ? { name: text(metric.title), unit: metric.unit } : { name, unit: '' }
}

function fault({ text }: Pick<CallContext, 'text'>, path: string, key: string): ApiError {
  return new ApiError(CODE.badRequest, key, { errors: [{ path, message: text(key) }] })
}
