import { passesRound } from '@runtime/field/direction'

export interface TrailPoint {
  readonly time: number
  readonly value: number
}
/** A line in its parts: where nothing was reported it is broken. */
export type Trail = readonly (readonly TrailPoint[])[]
/** What each metric has reported, by name. */
export type Trails = Readonly<Record<string, Trail>>

/** A series as it is stored (`services/contract/areas/field/history.ts`). */
interface Stored {
  readonly metric: string
  readonly points: readonly (readonly [time: number, value: number])[]
  readonly gaps: readonly (readonly [from: number, to: number])[]
  /** Of a direction, the degrees after which comes 0 again. */
  readonly wraps?: number | undefined
}

/** What is stored and what has come since as one line a metric; a report that is in both is one point. */
export function joined(
  stored: readonly Stored[],
  recent: Readonly<Record<string, readonly TrailPoint[]>>,
): Trails {
  const trails: Record<string, Trail> = {}
  for (const { metric, points, gaps, wraps } of stored) {
    const past = points.map(([time, value]) => ({ time, value }))
    const end = past.at(-1)?.time ?? Number.NEGATIVE_INFINITY
    const since = (recent[metric] ?? []).filter(({ time }) => time > end)
    trails[metric] = brokenAt([...past, ...since], gaps, wraps)
  }
  for (const [metric, points] of Object.entries(recent)) trails[metric] ??= [points]
  return trails
}

function brokenAt(points: readonly TrailPoint[], gaps: Stored['gaps'], wraps: Stored['wraps']): Trail {
  const parts: TrailPoint[][] = []
  for (const point of points) {
    const before = parts.at(-1)?.at(-1)
    const isApart =
      !before ||
      passesRound(before.value, point.value, wraps) ||
      gaps.some(([from, to]) => from >= before.time && to <= point.time)
    if (isApart) parts.push([point])
    else parts.at(-1)?.push(point)
  }
  return parts
}
