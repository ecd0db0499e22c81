import { metricByName } from '@runtime/field/kinds'
import type { FarmLayout, LayoutDevice } from '@runtime/field/layout'
import { DEMO_FARM, SECOND_FARM } from '../farm/demo'
import { drawFarm } from '../farm/draw'
import { weatherSeedOf } from '../model/farm'
import { type PastReading, type PastSpan, pastReadings } from '../model/past'
import { DAY, dayOf, formerSeasons, isSingle, thisSeason } from './spans'

/** Tables of the server that a past goes into. */
export type PastTable = 'telemetry' | 'telemetry_1m' | 'telemetry_1h' | 'telemetry_1d'

/** What past is to be made. */
export interface PastOrder {
  readonly seed: number
  /** When the demo begins, in milliseconds since 1970. */
  readonly to: number
  /** Numbers of the devices in telemetry, by id. */
  readonly numbers: Readonly<Record<string, number>>
}

/**
 * Some rows of a farm's past for one table, ready to be written: nobody needs to look into them on the way. Single readings,
 * or the sums of whole hours and days; the day that is not over has single readings alone.
 */
export interface PastPiece {
  readonly into: PastTable
  /** When its day begins, in milliseconds since 1970. */
  readonly day: number
  /** Of today: the live sums of its hours are still open. */
  readonly isToday: boolean
  readonly rows: number
  /** Columns by name, each as the text of an array (`{1,2,3}`); times in milliseconds since 1970. */
  readonly columns: Readonly<Record<string, string>>
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Rows of a statement. */
const MOST_ROWS = 10_000
/** What is kept of former days, and what measures so often that its minutes are kept apart from its readings. */
const SEASONAL: ReadonlySet<LayoutDevice['kind']> = new Set(['SOIL', 'WEATHER', 'FLOW'])
const LEFT_OUT = new Set(
  ['t40', 't60', 'ec20', 'bat', 'windDirection', 'pressure'].map((name) => metricByName(name)?.code),
)
const SLOW_SEC = 300
/** More than any metric's code. */
const MOST_METRICS = 100_000

/** All of the past of the demo's farms: the season up to now first, from its beginning, then those before. */
export function* pastPieces({ seed, to, numbers }: PastOrder): Generator<PastPiece> {
  const farms = [DEMO_FARM, SECOND_FARM].map(drawFarm)
  for (const layout of farms) yield* pieces(layout, thisSeason(to), { seed, to, numbers })
  for (const span of formerSeasons(to))
    for (const layout of farms) yield* pieces(layout, [span], { seed, to, numbers })
}

function* pieces(
  layout: FarmLayout,
  spans: readonly PastSpan[],
  { seed, to, numbers }: PastOrder,
): Generator<PastPiece> {
  const past = { layout, weatherSeed: weatherSeedOf(layout, seed), to }
  const isMeasured = ({ id, kind }: LayoutDevice, span: PastSpan) =>
    numbers[id] !== undefined && (isSingle(span) || SEASONAL.has(kind))
  const firstSingle = spans.find(isSingle)?.from ?? Number.POSITIVE_INFINITY
  let day = Number.NaN
  let readings: PastReading[] = []
  const flush = () => piecesOfDay(readings, { day, to, firstSingle, numbers })
  for (const reading of pastReadings(past, spans, isMeasured)) {
    const own = dayOf(reading.at)
    if (own !== day) {
      yield* flush()
      day = own
      readings = []
    }
    if (reading.at >= firstSingle || !LEFT_OUT.has(reading.metric)) readings.push(reading)
  }
  yield* flush()
}

interface Day {
  readonly day: number
  readonly to: number
  readonly firstSingle: number
  readonly numbers: PastOrder['numbers']
}

function* piecesOfDay(
  readings: readonly PastReading[],
  { day, to, firstSingle, numbers }: Day,
): Generator<PastPiece> {
  const isToday = day === dayOf(to)
  const whose = { day, isToday }
  const series = seriesOf(readings, numbers)
  if (day >= firstSingle) {
    // Of valves' cells nobody asks for single readings.
    const single = series.filter(({ device }) => device.kind !== 'VALVE_TWB' || isToday)
    yield* piecesFrom('telemetry', whose, singles(single))
    if (isToday) return
    const quick = single.filter(({ device }) => device.uplinkEverySec < SLOW_SEC)
    yield* piecesFrom('telemetry_1m', whose, sums(quick, MINUTE))
  }
  yield* piecesFrom('telemetry_1h', whose, sums(series, HOUR))
  yield* piecesFrom('telemetry_1d', whose, sums(series, DAY, day))
}

interface Series {
  readonly device: LayoutDevice
  readonly no: number
  readonly metric: number
  /** In the order of time. */
  readonly times: number[]
  readonly values: number[]
}

/** By device and metric, as the tables' keys are; devices that somebody has deleted have none. */
function seriesOf(readings: readonly PastReading[], numbers: PastOrder['numbers']): readonly Series[] {
  const found = new Map<number, Series>()
  for (const { device, metric, at, value } of readings) {
    const no = numbers[device.id]
    if (no === undefined) continue
    const key = no * MOST_METRICS + metric
    const one = found.get(key) ?? { device, no, metric, times: [], values: [] }
    if (one.times.length === 0) found.set(key, one)
    one.times.push(at)
    one.values.push(value)
  }
  return [...found.values()].toSorted((one, other) => one.no - other.no || one.metric - other.metric)
}

/** Rows, column by column: there are a million of them. */
type Columns<N extends string> = Readonly<Record<N, number[]>>

function singles(series: readonly Series[]): Columns<'device_no' | 'metric' | 'ts' | 'value'> {
  const columns = { device_no: [], metric: [], ts: [], value: [] } as ReturnType<typeof singles>
  for (const { no, metric, times, values } of series)
    for (const [index, at] of times.entries()) {
      columns.device_no.push(no)
      columns.metric.push(metric)
      columns.ts.push(at)
      columns.value.push(values[index] ?? 0)
    }
  return columns
}

type Sums = 'device_no' | 'metric' | 'bucket' | 'n' | 'min' | 'max' | 'sum' | 'first' | 'last'

/** @param length of what is summed up, in milliseconds; whole ones since 1970, or since `from` */
function sums(series: readonly Series[], length: number, from = 0): Columns<Sums> {
  const columns: Columns<Sums> = {
    ...{ device_no: [], metric: [], bucket: [] },
    ...{ n: [], min: [], max: [], sum: [], first: [], last: [] },
  }
  for (const { no, metric, times, values } of series)
    for (let index = 0; index < times.length; ) {
      const at = times[index] ?? 0
      const bucket = at - ((at - from) % length)
      const first = values[index] ?? 0
      let [n, min, max, sum, last] = [0, first, first, 0, first]
      for (; index < times.length && (times[index] ?? 0) < bucket + length; index++) {
        last = values[index] ?? 0
        n += 1
        sum += last
        if (last < min) min = last
        if (last > max) max = last
      }
      const row = { device_no: no, metric, bucket, n, min, max, sum, first, last }
      for (const name of Object.keys(row) as Sums[]) columns[name].push(row[name])
    }
  return columns
}

function* piecesFrom(
  into: PastTable,
  whose: Pick<PastPiece, 'day' | 'isToday'>,
  all: Columns<string>,
): Generator<PastPiece> {
  const names = Object.keys(all)
  const count = all['device_no']?.length ?? 0
  for (let from = 0; from < count; from += MOST_ROWS) {
    const to = Math.min(count, from + MOST_ROWS)
    const columns = names.map((name) => [name, `{${all[name]?.slice(from, to).join(',')}}`])
    yield { into, ...whose, rows: to - from, columns: Object.fromEntries(columns) }
  }
}
