import { inCircle, meanDirection, unwound, vectorOf } from '@runtime/field/direction'
import { STALE_AFTER_INTERVALS } from '@runtime/field/kinds'
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

/**
 * A series of directions, thinned so that 359° and 1° lie beside each other. Extremes are the furthest that it has turned to either
 * side; a mean is that of unit vectors.
 */
export function thinDirections(points: readonly Point[], most: number, method: ThinMethod): Point[] {
  if (points.length <= most) return [...points]
  if (method === 'avg') return parts(points, most).map(meanOfDirections)
  const line = unwound(points.map(([, value]) => value))
  const straight = points.map(([at], index): Point => [at, line[index] ?? 0])
  return thin(straight, most, method).map(([at, value]) => [at, inCircle(value)])
}

function meanOfDirections(part: readonly Point[]): Point {
  const vectors = part.map(([, value]) => vectorOf(value))
  const sum = vectors.reduce(([east, north], [x, y]) => [east + x, north + y], [0, 0])
  const last = part.at(-1)?.[1] ?? 0
  return [mean(part)[0], meanDirection(sum, part.length) ?? last]
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

/** Distances on each side by which it is checked how often readings came around one, and how many of them tell it at least. */
const AROUND = 4
const TELLING = 4

/**
 * Times without a reading: between two that lie much further apart than `expected` milliseconds. A device that came more
 * seldom for a while, by another setting or in what was taken over from elsewhere, was not silent each time: there what it
 * usually did counts.
 */
export function gapsOf(points: readonly Point[], expected: number): Point[] {
  const gaps: Point[] = []
  const distance = (index: number) => (points[index]?.[0] ?? 0) - (points[index - 1]?.[0] ?? 0)
  const usual = (index: number): number => {
    const around: number[] = []
    for (let at = Math.max(1, index - AROUND); at <= Math.min(points.length - 1, index + AROUND); at++)
      if (at !== index) around.push(distance(at))
    return around.length < TELLING ? 0 : (around.sort((a, b) => a - b)[around.length >> 1] ?? 0)
  }
  for (let index = 1; index < points.length; index++) {
    const [before, after] = [points[index - 1] as Point, points[index] as Point]
    const apart = distance(index)
    const isLate = apart > expected * STALE_AFTER_INTERVALS
    if (isLate && apart > usual(index) * STALE_AFTER_INTERVALS) gaps.push([before[0], after[0]])
  }
  return gaps
}
