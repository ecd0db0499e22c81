import { passesRound } from '@runtime/field/direction'

/** A series over time, as `weatherController.getHisDatas` answers it; any source of this shape can be drawn. */
export interface ChartSeries {
  readonly name: string
  readonly unit: string
  /** [milliseconds since 1970, value], in the order of time. */
  readonly points: readonly (readonly [number, number])[]
  /** Readings that no sensor can have measured: marked as such, in no line. */
  readonly bad?: readonly (readonly [number, number])[]
  /** Times without readings: the line is broken there. */
  readonly gaps?: readonly (readonly [number, number])[]
  /** After so many comes 0 again (degrees of a direction): no line is drawn where it passes there. */
  readonly wraps?: number
  readonly deviceId?: string
  readonly deviceName?: string
  readonly metric?: string
  readonly stats?: {
    readonly min?: number | null
    readonly max?: number | null
    readonly avg?: number | null
    readonly last?: number | null
    readonly lastAt?: number | null
  }
}

/** What a chart's source holds. */
export interface ChartData {
  readonly series: readonly ChartSeries[]
  readonly from?: number
  readonly to?: number
  readonly rawCount?: number
  readonly interval?: string
  /** There is more than is drawn: a part of its time has finer points. */
  readonly downsampled?: boolean
  /** In which its times are told; else the host's. */
  readonly timeZone?: string
}

/** The source's data as a chart takes it; null for what is none. */
export function chartData(data: unknown): ChartData | null {
  const series = (data as { readonly series?: unknown } | null)?.series
  return Array.isArray(series) ? (data as ChartData) : null
}

/** A series' points with an empty one in each gap, and where a direction passes north: there its line ends and begins again. */
export function brokenLine({ points, gaps = [], wraps }: ChartSeries): [number, number | null][] {
  const line: [number, number | null][] = []
  let next = 0
  let before: readonly [number, number] | undefined
  for (const [at, value] of points) {
    const isGap = next < gaps.length && (gaps[next]?.[1] ?? 0) <= at
    if (before && !isGap && passesRound(before[1], value, wraps)) line.push([(before[0] + at) / 2, null])
    before = [at, value]
    while (next < gaps.length && (gaps[next]?.[1] ?? 0) <= at) {
      line.push([((gaps[next]?.[0] ?? 0) + (gaps[next]?.[1] ?? 0)) / 2, null])
      next += 1
    }
    line.push([at, value])
  }
  return line
}

/**
 * Where a series' bad readings are marked: at their time, and no further out than its line reaches, which an error of a
 * thousand times its height would press flat.
 */
export function badMarks({ points, bad = [] }: ChartSeries): { at: number; level: number; value: number }[] {
  let [low, high] = points[0] ? [points[0][1], points[0][1]] : [0, 0]
  for (const [, value] of points) [low, high] = [Math.min(low, value), Math.max(high, value)]
  return bad.map(([at, value]) => ({ at, level: Math.min(high, Math.max(low, value)), value }))
}

/** Whether a point of such a line has no neighbour to be joined to: it is drawn as a dot or not at all. */
export function isLone(line: readonly (readonly [number, number | null])[], index: number): boolean {
  const none = (at: number) => (line[at]?.[1] ?? null) === null
  return !none(index) && none(index - 1) && none(index + 1)
}

/** A chart's data with what is known finer of a part of its time in the place of that part. */
export function withDetail(data: ChartData, detail: ChartData | null): ChartData {
  const { from, to } = detail ?? {}
  if (!detail || from === undefined || to === undefined) return data
  const isSame = (one: ChartSeries) => (other: ChartSeries) =>
    one.deviceId === other.deviceId && one.metric === other.metric && one.name === other.name
  return {
    ...data,
    series: data.series.map((series) => {
      const fine = detail.series.find(isSame(series))
      if (!fine || fine.points.length === 0) return series
      const { points, bad = [], gaps = [] } = series
      const inside = fine.points.filter(([at]) => at >= from && at <= to)
      return {
        ...series,
        points: [...points.filter(([at]) => at < from), ...inside, ...points.filter(([at]) => at > to)],
        bad: [
          ...bad.filter(([at]) => at < from),
          ...(fine.bad ?? []).filter(([at]) => at >= from && at <= to),
          ...bad.filter(([at]) => at > to),
        ],
        gaps: [
          ...gaps.flatMap(([begin, end]): Gap[] => (begin < from ? [[begin, Math.min(end, from)]] : [])),
          ...(fine.gaps ?? []),
          ...gaps.flatMap(([begin, end]): Gap[] => (end > to ? [[Math.max(begin, to), end]] : [])),
        ],
      }
    }),
  }
}

type Gap = readonly [number, number]

/** How a series is called where several stand together: by its device too, where there are several. */
export function titleOf(series: ChartSeries, all: readonly ChartSeries[]): string {
  const devices = new Set(all.map(({ deviceId }) => deviceId))
  return devices.size > 1 && series.deviceName ? `${series.deviceName} ${series.name}` : series.name
}

/** The units of all series, each once: an axis each. */
export function unitsOf(all: readonly ChartSeries[]): string[] {
  return [...new Set(all.map(({ unit }) => unit))]
}

/** A number as people read it: as many digits as tell something. */
export function numberText(value: number): string {
  const digits = Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 100 ? 1 : Math.abs(value) >= 1 ? 2 : 3
  return value.toLocaleString('en-US', { maximumFractionDigits: digits })
}
