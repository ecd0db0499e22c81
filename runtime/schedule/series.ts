import { DAY_MS } from '../date'
import { lastOfCount, wallsOf } from './days'
import { type Rule, ScheduleProblem } from './rule'
import { basicOf, dayEnd, dayStart, isInGap, momentAt, readBasic, type Wall, wallAt } from './wall'

const MINUTE = 60_000

/** What an occurrence is, beside when: its title, whom it is for. */
export type Content = object

/** When something is. Of whole days `start` is a midnight and `minutes` whole days; they are days everywhere. */
export interface Times {
  readonly start: Wall
  readonly minutes: number
  readonly allDay: boolean
  /** On whose clocks `start` is meant; a series keeps to them. */
  readonly zone: string
  readonly rule: Rule | null
}

/** An occurrence that is not as its series has it. */
export interface Exception<C extends Content = Content> {
  readonly cancelled?: true
  readonly start?: Wall
  readonly minutes?: number
  readonly allDay?: boolean
  readonly content?: Partial<C>
}

/** Something that happens once or by a rule, with its exceptions, by the times at which they would be. */
export interface Series<C extends Content = Content> extends Times {
  readonly id: string
  readonly content: C
  readonly exceptions: ReadonlyMap<Wall, Exception<C>>
  /** When its last occurrence begins; null where there is none. */
  readonly last: Wall | null
}

export interface Occurrence<C extends Content = Content> {
  readonly series: Series<C>
  /** When its series has it, which it is known by. */
  readonly key: Wall
  readonly start: number
  readonly end: number
  /** The same on the clocks that it keeps to. */
  readonly times: Pick<Times, 'start' | 'minutes' | 'allDay'>
  readonly content: C
  readonly isException: boolean
}

/** Days that something may last. */
export const LONGEST_DAYS = 366
export const LONGEST = LONGEST_DAYS * 24 * 60
/** Exceptions of one series. */
export const MOST_EXCEPTIONS = 1000

/** `s1@20261104T090000` */
export const occurrenceId = (seriesId: string, key: Wall): string => `${seriesId}@${basicOf(key)}`

export function readOccurrenceId(id: string): { readonly seriesId: string; readonly key: Wall | null } {
  const [seriesId = '', key] = id.split('@')
  return { seriesId, key: key === undefined ? null : readBasic(key) }
}

/** Years in which a rule has to occur for the first time; 29 February comes within eight, each third of them within 24. */
const FIRST_WITHIN = [2, 12, 40]

/**
 * A series that begins with its first occurrence and knows its last one.
 * @throws ScheduleProblem for a rule that never occurs, or ends before it begins
 */
export function settled<C extends Content>(series: Omit<Series<C>, 'last'>): Series<C> {
  const { rule, zone } = series
  const begin = series.allDay ? dayStart(series.start) : series.start
  if (rule === null) return { ...series, start: begin, last: begin }
  if (rule.until !== null && rule.until < begin) throw new ScheduleProblem('until')
  const start = firstOf(rule, begin, series.allDay ? 'UTC' : zone)
  if (rule.count !== null)
    return { ...series, start, last: lastOfCount(rule, start, series.allDay ? 'UTC' : zone) }
  if (rule.until === null) return { ...series, start, last: null }
  return { ...series, start, last: lastUntil(rule, start, rule.until) }
}

function firstOf(rule: Rule, begin: Wall, zone: string): Wall {
  const { until } = rule
  for (const years of FIRST_WITHIN) {
    const to = begin + years * 366 * DAY_MS
    const walls = wallsOf(rule, begin, begin, until === null ? to : Math.min(to, until + 1))
    const first = walls.find((wall) => !isInGap(wall, zone))
    if (first !== undefined) return first
    if (until !== null && until < to) break
  }
  throw new ScheduleProblem('never')
}

function lastUntil(rule: Rule, start: Wall, until: Wall): Wall {
  for (const years of FIRST_WITHIN) {
    const last = wallsOf(rule, start, Math.max(start, until - years * 366 * DAY_MS), until + 1).at(-1)
    if (last !== undefined) return last
  }
  return start
}

/** When a series has its occurrences, from one time on its clocks on and before another, exceptions aside. */
export function keysOf(series: Series, from: Wall, to: Wall): readonly Wall[] {
  const { rule, start, last, zone, allDay } = series
  if (rule === null) return start >= from && start < to ? [start] : []
  const walls = wallsOf(rule, start, from, last === null ? to : Math.min(to, last + 1))
  return allDay || zone === 'UTC' ? walls : walls.filter((wall) => wall === start || !isInGap(wall, zone))
}

/** When its rule has some that the clocks of its zone never show, between two times on them. */
export function unshownKeys({ rule, start, last, zone }: Series, from: Wall, to: Wall): readonly Wall[] {
  if (rule === null) return []
  const walls = wallsOf(rule, start, from, last === null ? to : Math.min(to, last + 1))
  return walls.filter((wall) => wall !== start && isInGap(wall, zone))
}

export const isKey = (series: Series, key: Wall): boolean => keysOf(series, key, key + 1).length > 0

/** @param zone in which whole days begin */
function occurrenceAt<C extends Content>(series: Series<C>, key: Wall, zone: string): Occurrence<C> | null {
  const exception = series.exceptions.get(key)
  if (exception?.cancelled) return null
  const allDay = exception?.allDay ?? series.allDay
  const times = { start: exception?.start ?? key, minutes: exception?.minutes ?? series.minutes, allDay }
  const start = momentAt(times.start, allDay ? zone : series.zone)
  const end = allDay ? momentAt(times.start + times.minutes * MINUTE, zone) : start + times.minutes * MINUTE
  const content = exception?.content ? { ...series.content, ...exception.content } : series.content
  return { series, key, start, end, times, content, isException: exception !== undefined }
}

/** @throws ScheduleProblem where the series has none of this key, or it is cancelled */
export function occurrenceOf<C extends Content>(series: Series<C>, key: Wall, zone: string): Occurrence<C> {
  const found = isKey(series, key) ? occurrenceAt(series, key, zone) : null
  if (!found) throw new ScheduleProblem('occurrence')
  return found
}

/** Occurrences that are not over at `from` and begin before `to`, the earliest first. */
export function occurrencesIn<C extends Content>(
  series: Series<C>,
  from: number,
  to: number,
  zone: string,
): readonly Occurrence<C>[] {
  // Zones are up to fourteen hours from UTC: a day at both ends is enough, whichever clocks are meant.
  const first = wallAt(from, zone) - series.minutes * MINUTE - 2 * DAY_MS
  const keys = new Set(keysOf(series, first, wallAt(to, zone) + 2 * DAY_MS))
  for (const [key, { start, minutes }] of series.exceptions)
    if (start !== undefined || minutes !== undefined) keys.add(key)
  return [...keys]
    .map((key) => occurrenceAt(series, key, zone))
    .filter((one) => one !== null)
    .filter((one) => one.start < to && (one.end > from || one.start >= from))
    .sort((a, b) => a.start - b.start || a.key - b.key)
}

/** The same series without its occurrences from `key` on; `key` is not its first. */
export function endedBefore<C extends Content>(series: Series<C>, key: Wall): Series<C> {
  const { rule } = series
  if (rule === null || key <= series.start) throw new ScheduleProblem('occurrence')
  const exceptions = new Map([...series.exceptions].filter(([at]) => at < key))
  return settled({ ...series, rule: { ...rule, count: null, until: dayEnd(key - DAY_MS) }, exceptions })
}
