import { DAY_MS } from '../date'
import { type Rule, ScheduleProblem } from './rule'
import { keysOf, settled } from './series'
import type { Wall } from './wall'

/** Years in which the next occurrences are looked for. */
const WITHIN = [1, 8, 40]

/**
 * The first occurrences of a rule that begins at `start`, from `from` on; or why there are none.
 * @param count how many are wanted
 */
export function comingOf(
  rule: Rule,
  start: Wall,
  from: Wall,
  zone: string,
  count: number,
): readonly Wall[] | ScheduleProblem['fault'] {
  try {
    const times = { start, minutes: 0, allDay: false, zone, rule }
    const series = settled({ ...times, id: '', content: {}, exceptions: new Map() })
    const first = Math.max(series.start, from)
    for (const years of WITHIN) {
      const found = keysOf(series, first, first + years * 366 * DAY_MS).slice(0, count)
      if (found.length === count || years === WITHIN.at(-1)) return found
    }
    return []
  } catch (error) {
    if (error instanceof ScheduleProblem) return error.fault
    throw error
  }
}
