import { meanDirection, type Vector } from '@runtime/field/direction'
import { metricByName, QUALITY } from '@runtime/field/kinds'
import { HISTORY_POINTS } from '@services/contract/areas/field/history'
import type { CallContext, Services } from '../../../module'
import type { Interval, RangeRow } from '../telemetry/telemetry'
import {
  demandShort,
  metricText,
  readSpan,
  type Span,
  type SpanDevice,
  type SpanInput,
  shownOf,
} from './span'
import { gapsOf, type Point, type ThinMethod, thin, thinDirections } from './thin'

export interface SeriesInput extends SpanInput {
  readonly maxPoints?: number | undefined
  readonly method?: ThinMethod | undefined
  readonly format?: 'json' | 'csv' | undefined
}

/** Milliseconds of each interval; single readings have their device's own. */
const LENGTH: Readonly<Record<Exclude<Interval, 'raw'>, number>> = {
  '1m': 60_000,
  '1h': 3_600_000,
  '1d': 86_400_000,
}

/** Degrees after which a direction begins anew. */
const CIRCLE = 360

/** History as a screen draws it (`design/field.md §3.4`). */
export async function readSeries(
  context: CallContext,
  services: Services,
  input: SeriesInput,
  kinds?: readonly string[],
) {
  const span = await readSpan(context, input, kinds)
  demandShort(context, span)
  const wish = { most: input.maxPoints ?? HISTORY_POINTS.usual, method: input.method ?? 'lttb' }
  const series = []
  let rawCount = 0
  let downsampled = false
  for (const device of span.devices) {
    for (const one of await seriesOf(services, span, device)) {
      rawCount += one.count
      const isTurning = metricByName(one.metric)?.aggregate === 'direction'
      downsampled ||= one.points.length > wish.most
      series.push({
        deviceId: device.id,
        deviceName: device.name,
        metric: one.metric,
        ...metricText(context, one.metric),
        ...(isTurning && { wraps: CIRCLE }),
        points: (isTurning ? thinDirections : thin)(one.points, wish.most, wish.method),
        bad: thin(one.bad, wish.most, 'minmax'),
        stats: one.stats,
        gaps: gapsOf(one.points, expectedEvery(span.interval, device, one.metric)),
      })
    }
  }
  return {
    deviceId: span.devices[0]?.id ?? '',
    interval: span.interval,
    downsampled,
    rawCount,
    from: span.from,
    to: span.to,
    timeZone: span.zone,
    series,
    gaps: series[0]?.gaps ?? [],
  }
}

interface Read {
  readonly metric: string
  readonly points: Point[]
  /** Readings that were BAD: they are in nothing else. */
  readonly bad: Point[]
  readonly count: number
  readonly stats: {
    min: number | null
    max: number | null
    avg: number | null
    last: number | null
    lastAt: number | null
  }
}

async function seriesOf(services: Services, span: Span, device: SpanDevice): Promise<Read[]> {
  const { from, to, interval } = span
  const { metrics } = device
  const found = new Map<string, Gathered>()
  for await (const row of services.telemetry.range({ deviceId: device.id, metrics, from, to, interval })) {
    const one = found.get(row.metric) ?? {
      points: [],
      bad: [],
      count: 0,
      sum: 0,
      vector: null,
      min: null,
      max: null,
      last: null,
    }
    found.set(row.metric, one)
    if (row.quality === QUALITY.BAD) {
      one.bad.push([row.at, row.value])
      continue
    }
    one.points.push([row.at, shownOf(row.metric, row)])
    one.count += row.n
    one.sum += row.sum
    one.vector = addedVector(one.vector, row)
    if (row.min !== null) one.min = Math.min(one.min ?? row.min, row.min)
    if (row.max !== null) one.max = Math.max(one.max ?? row.max, row.max)
    one.last = row.last
  }
  return metrics.flatMap((metric) => {
    const one = found.get(metric)
    if (!one) return []
    const { points, bad, count, min, max, last } = one
    const avg = count > 0 ? averageOf(metric, one) : null
    return [
      { metric, points, bad, count, stats: { min, max, avg, last, lastAt: points.at(-1)?.[0] ?? null } },
    ]
  })
}

interface Gathered {
  readonly points: Point[]
  readonly bad: Point[]
  count: number
  sum: number
  /** Of directions, as far as it is known. */
  vector: Vector | null
  min: number | null
  max: number | null
  last: number | null
}

function addedVector(to: Vector | null, { vector }: RangeRow): Vector | null {
  return vector ? [(to?.[0] ?? 0) + vector[0], (to?.[1] ?? 0) + vector[1]] : to
}

function averageOf(metric: string, { count, sum, vector }: Gathered): number | null {
  if (metricByName(metric)?.aggregate !== 'direction') return sum / count
  return vector && meanDirection(vector, count)
}

/** Milliseconds between two points of a series while its device reports as it should. */
function expectedEvery(interval: Interval, device: SpanDevice, metric: string): number {
  const expected = Math.max(metricByName(metric)?.expectedEverySec ?? 0, device.uplinkEverySec) * 1000
  return interval === 'raw' ? expected : Math.max(LENGTH[interval], expected)
}
