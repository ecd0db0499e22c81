import { RRuleTemporal } from 'rrule-temporal'
import { DAY_MS } from '../date'
import { type Rule, ScheduleProblem, WEEKDAYS, writeRule } from './rule'
import { basicOf, dayStart, type Wall, wallAt } from './wall'

/** Days since 1970. */
type Day = number

const dayOf = (wall: Wall): Day => Math.floor(wall / DAY_MS)
/** 0 for Monday to 6 for Sunday; 1 January 1970 was a Thursday. */
export const weekdayOfDay = (day: Day): number => (((day + 3) % 7) + 7) % 7

/**
 * When a rule occurs from `from` on and before `to`, its own end and count aside. Common rules are reckoned in whole days here:
 * of the library each takes a millisecond, and a calendar may show thousands. A spec holds both equal.
 */
export function wallsOf(rule: Rule, start: Wall, from: Wall, to: Wall): readonly Wall[] {
  const least = Math.max(start, from)
  if (to <= least) return []
  const common = commonDays(rule, dayOf(start), dayOf(least), dayOf(to - 1))
  if (!common) return fromLibrary(rule, start, least, to)
  const time = start - dayStart(start)
  return common.map((day) => day * DAY_MS + time).filter((wall) => wall >= least && wall < to)
}

/** Days of a rule that needs no calendar of its own; null for others. */
function commonDays(rule: Rule, start: Day, first: Day, last: Day): readonly Day[] | null {
  const { freq, interval, byDay, byMonthDay, byMonth } = rule
  if (rule.bySetPos.length > 0 || rule.byYearDay.length > 0 || rule.byWeekNo.length > 0) return null
  if (freq === 'DAILY' || freq === 'WEEKLY') {
    if (byMonth.length > 0 || byMonthDay.length > 0 || (freq === 'DAILY' && byDay.length > 0)) return null
    return freq === 'DAILY' ? steps(start, interval, first, last) : weekly(rule, start, first, last)
  }
  if (byDay.length > 0) return null
  if (freq === 'MONTHLY') return byMonth.length > 0 ? null : monthly(rule, start, interval, first, last)
  // Days of a month without a month are those of each month.
  if (byMonthDay.length > 0 && byMonth.length === 0) return null
  return monthly(rule, start, interval * 12, first, last)
}

function steps(start: Day, interval: number, first: Day, last: Day): readonly Day[] {
  const found: Day[] = []
  for (let day = start + Math.ceil((first - start) / interval) * interval; day <= last; day += interval)
    found.push(day)
  return found
}

function weekly({ interval, byDay, weekStart }: Rule, start: Day, first: Day, last: Day): readonly Day[] {
  const begin = WEEKDAYS.indexOf(weekStart)
  const inWeek = (day: Day) => (weekdayOfDay(day) - begin + 7) % 7
  const days =
    byDay.length > 0 ? byDay.map(({ day }) => (WEEKDAYS.indexOf(day) - begin + 7) % 7) : [inWeek(start)]
  const sorted = [...new Set(days)].sort((a, b) => a - b)
  const found: Day[] = []
  const weeks = steps(start - inWeek(start), 7 * interval, first - 6, last)
  for (const week of weeks) for (const day of sorted) if (week + day >= start) found.push(week + day)
  return found
}

/** Months (or years, of twelve each) from the one of the start on. */
function monthly(rule: Rule, start: Day, months: number, first: Day, last: Day): readonly Day[] {
  const at = new Date(start * DAY_MS)
  const origin = at.getUTCFullYear() * 12 + at.getUTCMonth()
  const monthDays = rule.byMonthDay.length > 0 ? rule.byMonthDay : [at.getUTCDate()]
  const begin = new Date(first * DAY_MS)
  const reached = begin.getUTCFullYear() * 12 + begin.getUTCMonth()
  const found: Day[] = []
  // One step early: a year's months may come before the one that it is counted by.
  const skipped = Math.max(0, Math.floor((reached - origin) / months) - 1)
  for (let month = origin + skipped * months; ; month += months) {
    const year = Math.floor(month / 12)
    const isNamed = rule.byMonth.length > 0
    if (dayOf(Date.UTC(year, isNamed ? 0 : month % 12)) > last) return found.sort((a, b) => a - b)
    const here = isNamed ? [...new Set(rule.byMonth)].map((one) => year * 12 + one - 1) : [month]
    for (const one of here) found.push(...daysOfMonth(one, monthDays).filter((day) => day >= start))
  }
}

function daysOfMonth(month: number, days: readonly number[]): readonly Day[] {
  const first = dayOf(Date.UTC(Math.floor(month / 12), month % 12))
  const length = dayOf(Date.UTC(Math.floor(month / 12), (month % 12) + 1)) - first
  const inMonth = days.map((day) => (day < 0 ? length + day : day - 1))
  return [...new Set(inMonth)].filter((day) => day >= 0 && day < length).map((day) => first + day)
}

/** Rules that have been taken apart: reading one takes longer than asking it. */
const taken = new Map<string, RRuleTemporal>()
const KEPT = 500

function fromLibrary(rule: Rule, start: Wall, from: Wall, to: Wall): readonly Wall[] {
  const text = `DTSTART:${basicOf(start)}Z\nRRULE:${writeRule({ ...rule, count: null, until: null }, String)}`
  return guarded(() => {
    let found = taken.get(text)
    if (!found) {
      if (taken.size >= KEPT) taken.clear()
      found = new RRuleTemporal({ rruleString: text, maxIterations: MOST_STEPS })
      taken.set(text, found)
    }
    return found
      .between(new Date(from), new Date(to), true)
      .map(({ epochMilliseconds }) => epochMilliseconds)
      .filter((wall) => wall >= from && wall < to)
  })
}

/** What a rule may cost: one that seldom or never occurs is looked for no longer, least of all where it is counted. */
const MOST_STEPS = 10_000
const MOST_COUNTED = 3000

/** The last of a counted rule's occurrences; times that a change of the clocks leaves out do not count (RFC 5545 §3.3.10). */
export function lastOfCount(rule: Rule, start: Wall, zone: string): Wall {
  const text = `DTSTART;TZID=${zone}:${basicOf(start)}\nRRULE:${writeRule({ ...rule, until: null }, String)}`
  const last = guarded(() =>
    new RRuleTemporal({ rruleString: text, maxIterations: MOST_COUNTED }).all().at(-1),
  )
  if (!last) throw new ScheduleProblem('never')
  return wallAt(last.epochMilliseconds, zone)
}

function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof ScheduleProblem) throw error
    throw new ScheduleProblem('rare', (error as Error).message)
  }
}
