import { formatDate } from '../../date/format'
import type { Limits } from '../interlock/limits'

/** A time in which a project's schedules begin nothing, in milliseconds since 1970; `to` is the first moment after it. */
export interface RainHold {
  readonly from: number
  readonly to: number
}

/** Something that is said of a hold: a locale key (`@command.hold.tooLong`) and what stands in its text. */
export interface HoldWord {
  readonly text: string
  readonly params: Readonly<Record<string, string | number>>
}

/** Whoever wants the water off for longer switches the schedules off. */
export const LONGEST_HOLD_DAYS = 14
const HOUR = 3_600_000
const DAY = 24 * HOUR

const momentIn = (zone: string, at: number): string => formatDate(at, 'yyyy-MM-dd HH:mm', zone)

/** The hold in which a moment lies. */
export const holdAt = <H extends RainHold>(holds: readonly H[], at: number): H | undefined =>
  holds.find(({ from, to }) => from <= at && at < to)

/** Why a start within a hold is none; the moment is told by the project's clock. */
export const heldForRain = ({ to }: RainHold, zone: string): HoldWord => ({
  text: '@command.schedule.rainHold',
  params: { until: momentIn(zone, to) },
})

/** What speaks against a new hold beside those that stand, with what to do about it; null: nothing does. */
export function holdFault(
  hold: RainHold,
  standing: readonly RainHold[],
  { now, zone }: { readonly now: number; readonly zone: string },
): HoldWord | null {
  if (hold.to <= hold.from) return { text: '@command.hold.backwards', params: {} }
  if (hold.to <= now) return { text: '@command.hold.past', params: {} }
  if (hold.to - hold.from > LONGEST_HOLD_DAYS * DAY)
    return { text: '@command.hold.tooLong', params: { days: LONGEST_HOLD_DAYS } }
  const other = standing.find(({ from, to }) => hold.from < to && from < hold.to)
  if (!other) return null
  const params = { from: momentIn(zone, other.from), until: momentIn(zone, other.to) }
  return { text: '@command.hold.overlaps', params }
}

/** What fell at a weather station (its id) in the hour that begins at `at`. */
export interface HourOfRain {
  readonly station: string
  readonly at: number
  readonly mm: number
}

/** Rain that holds the schedules by itself: where most of it fell, and how much (mm). */
export interface Downpour extends RainHold {
  readonly station: string
  readonly mm: number
}

/** Since when rain counts: a day ago, or since it was last answered, by a hold of its own or by somebody who ended one. */
export const rainCountsFrom = (now: number, answered: number | null): number =>
  Math.max(now - DAY, answered ?? 0)

/**
 * The hold that rain makes by itself, by the wettest of a project's stations; null: it has not rained enough, or the project
 * wants none. Hours that began before rain counts do not.
 */
export function holdOfRain(
  hours: readonly HourOfRain[],
  { rainHoldMm, rainHoldHours }: Pick<Limits, 'rainHoldMm' | 'rainHoldHours'>,
  { now, answered }: { readonly now: number; readonly answered: number | null },
): Downpour | null {
  if (rainHoldMm <= 0) return null
  const since = rainCountsFrom(now, answered)
  const fallen = new Map<string, number>()
  for (const { station, at, mm } of hours)
    if (at >= since && at <= now) fallen.set(station, (fallen.get(station) ?? 0) + mm)
  const [wettest] = [...fallen].sort(([, a], [, b]) => b - a)
  if (!wettest) return null
  const [station, sum] = wettest
  // Gauges tell tenths: ninety-nine and one of them are ten millimetres, whatever their sum is in floating point.
  const mm = Math.round(sum * 10) / 10
  return mm < rainHoldMm ? null : { from: now, to: now + rainHoldHours * HOUR, station, mm }
}
