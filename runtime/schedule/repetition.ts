import { partsOf, weekdayOf } from '../date'
import type { Translate } from '../host'
import {
  type Frequency,
  plainRule,
  type Rule,
  type RuleDay,
  readRule,
  ScheduleProblem,
  WEEKDAYS,
  type Weekday,
  writeRule,
} from './rule'
import { basicOf, dayEnd, dayStart, type Wall } from './wall'

/** On which day of a month: the start's own, a day by its number (-1: the last), or the `nth` of a weekday (-1: the last). */
export type MonthDay =
  | { readonly kind: 'start' }
  | { readonly kind: 'day'; readonly day: number }
  | { readonly kind: 'weekday'; readonly nth: number; readonly day: Weekday }

export type RepetitionEnd =
  | { readonly kind: 'never' }
  /** `day`: a midnight; the last day on which it may be. */
  | { readonly kind: 'until'; readonly day: Wall }
  | { readonly kind: 'count'; readonly count: number }

/** A rule by what people choose: how often, on which days, until when. Other rules are no repetition. */
export interface Repetition {
  readonly freq: Frequency
  readonly interval: number
  /** Of a weekly one, Monday first; none: the start's own. */
  readonly weekdays: readonly Weekday[]
  /** Of a monthly one. */
  readonly monthDay: MonthDay
  readonly end: RepetitionEnd
}

const ON_START: MonthDay = { kind: 'start' }
/** Which weekdays of a month people speak of. */
const NTHS: readonly number[] = [1, 2, 3, 4, 5, -1]

/** What is chosen first of a frequency. */
export function plainRepetition(freq: Frequency): Repetition {
  return { freq, interval: 1, weekdays: [], monthDay: ON_START, end: { kind: 'never' } }
}

/** The choices that say a rule; null where it takes more than these. */
export function repetitionOf(rule: Rule): Repetition | null {
  const { freq, interval } = rule
  const days = { weekdays: weekdaysOf(rule) ?? [], monthDay: monthDayOf(rule) ?? ON_START }
  const repetition = { freq, interval, ...days, end: endOf(rule) }
  const text = (one: Rule) => writeRule(one, untilDay)
  return text(ruleOf(repetition)) === text(rule) ? repetition : null
}

function weekdaysOf({ freq, byDay }: Rule): readonly Weekday[] | null {
  return freq === 'WEEKLY' ? byDay.map(({ day }) => day) : null
}

function monthDayOf({ freq, byDay, byMonthDay }: Rule): MonthDay | null {
  const [[on], [day]] = [byDay, byMonthDay]
  if (freq !== 'MONTHLY') return null
  if (on) return NTHS.includes(on.nth) ? { kind: 'weekday', nth: on.nth, day: on.day } : null
  return day !== undefined && day >= -1 ? { kind: 'day', day } : null
}

function endOf({ until, count }: Rule): RepetitionEnd {
  if (until !== null) return { kind: 'until', day: dayStart(until) }
  return count === null ? { kind: 'never' } : { kind: 'count', count }
}

function ruleOf({ freq, interval, weekdays, monthDay, end }: Repetition): Rule {
  const byDay: readonly RuleDay[] =
    freq === 'WEEKLY'
      ? weekdays.map((day) => ({ day, nth: 0 }))
      : freq === 'MONTHLY' && monthDay.kind === 'weekday'
        ? [{ day: monthDay.day, nth: monthDay.nth }]
        : []
  return {
    ...plainRule(freq),
    interval,
    byDay,
    byMonthDay: freq === 'MONTHLY' && monthDay.kind === 'day' ? [monthDay.day] : [],
    count: end.kind === 'count' ? end.count : null,
    until: end.kind === 'until' ? dayEnd(end.day) : null,
  }
}

/** `UNTIL=20261231`: which moment of the day that is, is the series' to say. */
const untilDay = (until: Wall): string => basicOf(until).slice(0, 8)

/** The text of the rule that choices say. */
export function repetitionText(repetition: Repetition): string {
  return writeRule(ruleOf(repetition), untilDay)
}

/** A text as a field holds it. A number of times that is too high is a fault that the choices can show and mend. */
export function readRepetition(
  text: string,
  zone: string,
): {
  readonly rule: Rule | null
  readonly repetition: Repetition | null
  readonly fault: ScheduleProblem['fault'] | null
} {
  try {
    const rule = readRule(text, zone)
    return { rule, repetition: repetitionOf(rule), fault: null }
  } catch (error) {
    if (!(error instanceof ScheduleProblem)) throw error
    const [part = '', count = ''] = /;COUNT=(\d{1,6})(?=;|$)/i.exec(text) ?? []
    if (error.fault !== 'count' || part === '') return { rule: null, repetition: null, fault: error.fault }
    const { rule, repetition, fault } = readRepetition(text.replace(part, ''), zone)
    return {
      rule,
      repetition: repetition && { ...repetition, end: { kind: 'count', count: Number(count) } },
      fault: fault ?? 'count',
    }
  }
}

/** The weekday of a time. */
export const weekdayOfWall = (wall: Wall): Weekday => WEEKDAYS[weekdayOf(partsOf(wall, 'UTC')) - 1] ?? 'MO'

/** Weekdays in their order; the start's alone is not said, so that it follows the start. */
export function chosenWeekdays(days: readonly Weekday[], start: Wall): readonly Weekday[] {
  const sorted = WEEKDAYS.filter((day) => days.includes(day))
  return sorted.length === 1 && sorted[0] === weekdayOfWall(start) ? [] : sorted
}

/** The days of a month that go with a start: its number, which weekday it is from the beginning or the end, and the last day. */
export function monthDaysOf(start: Wall): readonly MonthDay[] {
  const at = new Date(start)
  const [date, day] = [at.getUTCDate(), weekdayOfWall(start)]
  const length = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  const nth = Math.ceil(date / 7)
  return [
    ON_START,
    ...(nth < 5 ? [{ kind: 'weekday', nth, day } as const] : []),
    ...(date > length - 7 ? [{ kind: 'weekday', nth: -1, day } as const] : []),
    { kind: 'day', day: -1 },
  ]
}

/** The same of another start: the second Tuesday becomes the third Wednesday, if the start was that. */
export function withStart(repetition: Repetition, before: Wall, after: Wall): Repetition {
  const { monthDay } = repetition
  if (repetition.freq !== 'MONTHLY' || monthDay.kind !== 'weekday') return repetition
  const isOf = (start: Wall) =>
    monthDaysOf(start).filter((one): one is typeof monthDay => one.kind === 'weekday')
  if (!isOf(before).some(({ nth, day }) => nth === monthDay.nth && day === monthDay.day)) return repetition
  const next = isOf(after)
  const same = next.find(({ nth }) => nth < 0 === monthDay.nth < 0) ?? next[0]
  return same ? { ...repetition, monthDay: same } : repetition
}

/** 每月15日, 第三个周三, 最后一天. */
export function monthDayInWords(monthDay: MonthDay, start: Wall, text: Translate): string {
  if (monthDay.kind === 'weekday')
    return text(`@recurrence.nth.${monthDay.nth}`, { day: text(`@schedule.day${monthDay.day}`) })
  const day = monthDay.kind === 'day' ? monthDay.day : new Date(start).getUTCDate()
  return day === -1 ? text('@recurrence.lastOfMonth') : text('@recurrence.dayOfMonth', { day })
}
