import type { PastSpan } from '../model/past'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** The farm's days begin at midnight of UTC+8. */
const ZONE = 8 * HOUR
/** Days of a season, and of how many of them the single readings are there, today among them (`design/field.md §4.2`). */
const SEASON = 120
const SINGLE = 14
const YEAR = 365
const STEP = { single: 10 * MINUTE, season: 2 * HOUR } as const

/** The beginning of a farm's day. */
export const dayOf = (at: number): number => Math.floor((at + ZONE) / DAY) * DAY - ZONE

/** The season in which the demo begins: hours of it, then two weeks of single readings up to that moment. */
export function thisSeason(to: number): readonly [PastSpan, PastSpan] {
  const today = dayOf(to)
  const single = today - (SINGLE - 1) * DAY
  return [
    { from: today - SEASON * DAY, to: single, stepMs: STEP.season },
    { from: single, to, stepMs: STEP.single },
  ]
}

/** The same days of the two years before. */
export function formerSeasons(to: number): readonly PastSpan[] {
  return [1, 2].map((years) => {
    const end = dayOf(to) - years * YEAR * DAY
    return { from: end - SEASON * DAY, to: end, stepMs: STEP.season }
  })
}

export const isSingle = ({ stepMs }: PastSpan): boolean => stepMs === STEP.single
