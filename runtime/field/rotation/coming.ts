import { nextTimes } from '../../date/cron'
import { formatDate } from '../../date/format'
import { type HoldWord, heldForRain, holdAt, type RainHold } from './rain'

/** Hours of the day (`HH:mm`, the project's clock) in which a schedule may begin; over midnight where the end is earlier. */
export interface StartWindow {
  readonly from: string
  readonly to: string
}

/** What decides when a schedule begins. */
export interface Planned {
  readonly cron: string
  /** Of the project: `Asia/Shanghai`. */
  readonly zone: string
  readonly window: StartWindow | null
  /** Holds of its project. */
  readonly holds: readonly RainHold[]
}

/** A start to come, in milliseconds since 1970, and what is known by now to keep it from being one. */
export interface ComingStart {
  readonly at: number
  readonly against: HoldWord | null
}

/** So many starts are looked up at once: most schedules have few in the time that is asked for. */
const STRIDE = 16
const SECOND = 1000

/** The time of day of a moment, in a zone: `06:30`. */
export const timeOfDay = (at: number, zone: string): string => formatDate(at, 'HH:mm', zone)

export const isWithin = (time: string, { from, to }: StartWindow): boolean =>
  from <= to ? time >= from && time < to : time >= from || time < to

/** The first starts of a schedule from `from` (included) to `to` (not), `most` at most, in their order. */
export function comingStarts(
  { cron, zone, window, holds }: Planned,
  { from, to }: { readonly from: number; readonly to: number },
  most: number,
): ComingStart[] {
  const found: ComingStart[] = []
  // The clock of cron goes in seconds: the next one after the second before is this one.
  let after = from - SECOND
  while (found.length < most) {
    const times = nextTimes(cron, zone, after, Math.min(STRIDE, most - found.length)).map((time) =>
      time.getTime(),
    )
    for (const at of times) if (at >= from && at < to) found.push({ at, against: against(at) })
    const last = times.at(-1)
    if (last === undefined || last >= to) break
    after = last
  }
  return found

  function against(at: number): HoldWord | null {
    if (window && !isWithin(timeOfDay(at, zone), window))
      return { text: '@command.schedule.outsideWindow', params: {} }
    const hold = holdAt(holds, at)
    return hold ? heldForRain(hold, zone) : null
  }
}
