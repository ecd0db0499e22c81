import type { Translate } from '../host'
import { type Rule, type RuleDay, writeRule } from './rule'
import { writeWall } from './wall'

/** How a rule repeats, as people say it; what is said of seldom parts is the rule itself. */
export function ruleInWords(rule: Rule, text: Translate): string {
  const { freq, interval, byDay, byMonthDay, byMonth, bySetPos, byYearDay, byWeekNo, until, count } = rule
  const ends =
    until !== null
      ? text('@schedule.until', { date: writeWall(until).slice(0, 10) })
      : count !== null
        ? text('@schedule.times', { count })
        : ''
  if ([bySetPos, byYearDay, byWeekNo].some(({ length }) => length > 0))
    return `${writeRule({ ...rule, until: null, count: null }, String)}${ends}`
  const every =
    interval === 1 ? text(`@schedule.every${freq}`) : text(`@schedule.everyN${freq}`, { count: interval })
  const comma = text('@schedule.and')
  const months = byMonth.map((month) => text('@schedule.month', { month })).join(comma)
  const days = [
    ...byMonthDay.map((day) =>
      day > 0 ? text('@schedule.monthDay', { day }) : text('@schedule.monthDayFromEnd', { day: -day }),
    ),
    ...byDay.map((day) => dayInWords(day, text)),
  ].join(comma)
  return `${every}${months === '' ? '' : text('@schedule.on', { days: months })}${
    days === '' ? '' : text('@schedule.on', { days })
  }${ends}`
}

function dayInWords({ day, nth }: RuleDay, text: Translate): string {
  const name = text(`@schedule.day${day}`)
  if (nth === 0) return name
  if (nth === -1) return text('@schedule.lastDay', { day: name })
  return text(nth > 0 ? '@schedule.nthDay' : '@schedule.nthDayFromEnd', { day: name, nth: Math.abs(nth) })
}
