import type { GaugeSettings } from '@runtime/field/kinds'
import type { FarmLayout, LayoutDevice } from '@runtime/field/layout'
import type { PastRun } from '../farm/past'

/** m³ that the farm's meter shows when the demo begins; those of its mains share the water. */
const SHOWN = 18_182_340

/** A flow meter's part of the farm's water. */
export function partOf({ pipes }: Pick<FarmLayout, 'pipes'>, meter: LayoutDevice): number {
  const mains = pipes.filter(({ level }) => level === 1).length
  return (meter.settings as GaugeSettings).place === 'pipe' ? 1 / mains : 1
}

/** m³ that a flow meter shows when the demo begins. */
export const shownFirst = (layout: Pick<FarmLayout, 'pipes'>, meter: LayoutDevice): number =>
  SHOWN * partOf(layout, meter)

/**
 * What meters showed in the past, so that they show `shownFirst` when the demo begins.
 * @param runs in the order of time, all that there were until then
 */
export function createPastMeters(
  layout: Pick<FarmLayout, 'pipes'>,
  runs: readonly PastRun[],
): (meter: LayoutDevice, at: number) => number {
  /** m³ of each run and those after it. */
  const rest: number[] = []
  for (const { volumeM3 } of runs.toReversed()) rest.push((rest.at(-1) ?? 0) + volumeM3)
  rest.reverse()
  const stillToCome = (at: number): number => {
    const next = firstThatEndsAfter(runs, at)
    const run = runs[next]
    if (!run) return 0
    const over = Math.max(0, at - run.startAt) / (run.endAt - run.startAt)
    return (rest[next] ?? 0) - run.volumeM3 * over
  }
  return (meter, at) => (SHOWN - stillToCome(at)) * partOf(layout, meter)
}

function firstThatEndsAfter(runs: readonly PastRun[], at: number): number {
  let [from, to] = [0, runs.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((runs[middle]?.endAt ?? 0) > at) to = middle
    else from = middle + 1
  }
  return from
}
