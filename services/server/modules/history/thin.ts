import { LTTB } from 'downsample/methods/LTTB'

/** [milliseconds since 1970, value] */
export type Point = [number, number]
export type ThinMethod = 'lttb' | 'minmax' | 'avg'

/** A series of at most `most` points that looks like all of it. Points come in the order of time. */
export function thin(points: readonly Point[], most: number, method: ThinMethod): Point[] {
  if (points.length <= most) return [...points]
  if (method === 'lttb') return LTTB([...points], most) as Point[]
  return method === 'avg'
    ? parts(points, most).map(mean)
    : parts(points, Math.floor(most / 2)).flatMap(extremes)
}

/** As many neighbouring stretches, each of about the same number of points. */
function parts(points: readonly Point[], count: number): Point[][] {
  return Array.from({ length: count }, (_, part) =>
    points.slice(
      Math.floor((part * points.length) / count),
      Math.floor(((part + 1) * points.length) / count),
    ),
  )
}

function mean(part: readonly Point[]): Point {
  const sum = part.reduce(([at, value], [nextAt, next]) => [at + nextAt, value + next] as Point, [0, 0])
  return [Math.round(sum[0] / part.length), sum[1] / part.length]
}

/** The lowest and the highest, in the order of time. */
function extremes(part: readonly Point[]): Point[] {
  let [low, high] = [part[0] as Point, part[0] as Point]
  for (const point of part) {
    if (point[1] < low[1]) low = point
    if (point[1] > high[1]) high = point
  }
  if (low === high) return [low]
  return low[0] < high[0] ? [low, high] : [high, low]
}

/** Times without a reading: between two that lie further apart than `longest` milliseconds. */
export function gapsOf(points: readonly Point[], longest: number): Point[] {
  const gaps: Point[] = []
  for (let index = 1; index < points.length; index++) {
    const [before, after] = [points[index - 1] as Point, points[index] as Point]
    if (after[0] - before[0] > longest) gaps.push([before[0], after[0]])
  }
  return gaps
}
