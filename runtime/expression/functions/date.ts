import {
  addUnits,
  type CalendarParts,
  type DateUnit,
  daysIn,
  formatDate,
  isMoment,
  momentOf,
  parseDate,
  parseTime,
  partsOf,
  startOf,
  type TimeZone,
  unitsBetween,
  weekdayOf,
} from '../../date'
import { ambient, excerpt, type Frame, isBlank, numberOf, textOf, trouble } from '../value'
import { type ExpressionFunction, eager } from './types'

const UNITS: Readonly<Record<string, DateUnit>> = {
  y: 'year',
  year: 'year',
  years: 'year',
  年: 'year',
  M: 'month',
  month: 'month',
  months: 'month',
  月: 'month',
  w: 'week',
  week: 'week',
  weeks: 'week',
  周: 'week',
  d: 'day',
  day: 'day',
  days: 'day',
  天: 'day',
  日: 'day',
  h: 'hour',
  hour: 'hour',
  hours: 'hour',
  小时: 'hour',
  时: 'hour',
  m: 'minute',
  minute: 'minute',
  minutes: 'minute',
  分钟: 'minute',
  分: 'minute',
  s: 'second',
  second: 'second',
  seconds: 'second',
  秒: 'second',
}

/** The zone that the scope names, else the machine's: a server that computes for a browser gives it the browser's. */
function zoneOf(frame: Frame): TimeZone {
  const zone = ambient(frame, 'timeZone')
  return typeof zone === 'string' && zone !== '' ? zone : null
}

/** The moment (ms) of a timestamp, a date's text, or a time's text (today); null for blank, and, reported, for the rest. */
export function dateOf(value: unknown, frame: Frame): number | null {
  if (isBlank(value)) return null
  if (typeof value === 'number' && isMoment(value)) return value
  const text = typeof value === 'string' ? value : ''
  if (/^-?\d{9,}$/.test(text) && isMoment(Number(text))) return Number(text)
  const moment = parseDate(text, zoneOf(frame)) ?? timeOf(text, frame)
  return moment ?? trouble(frame, 'type', 'notADate', { found: excerpt(value) })
}

function timeOf(text: string, frame: Frame): number | null {
  const seconds = parseTime(text)
  if (seconds === null) return null
  const now = ambient(frame, 'now')
  const day = partsOf(typeof now === 'number' && isMoment(now) ? now : 0, zoneOf(frame))
  return momentOf({ year: day.year, month: day.month, day: day.day, second: seconds }, zoneOf(frame))
}

/** A moment in a pattern, in the scope's zone. */
export function patternText(ms: number, pattern: string, frame: Frame): string {
  return formatDate(ms, pattern, zoneOf(frame))
}

function unitOf(value: unknown, frame: Frame): DateUnit | null {
  const text = textOf(value)
  const name = Object.hasOwn(UNITS, text) ? text : text.toLowerCase()
  const unit = Object.hasOwn(UNITS, name) ? UNITS[name] : undefined
  return unit ?? trouble(frame, 'type', 'notAFormat', { found: excerpt(value) })
}

function clock(frame: Frame): number | null {
  const now = ambient(frame, 'now')
  return typeof now === 'number' && isMoment(now)
    ? now
    : trouble(frame, 'missing-name', 'missingName', { name: 'now' })
}

function moment(ms: number, frame: Frame): number | null {
  return isMoment(ms) ? ms : trouble(frame, 'limit', 'outOfRange')
}

/** A function of one date: `read` gets its calendar parts. */
function part(
  names: readonly [string, ...string[]],
  read: (parts: CalendarParts) => number,
): ExpressionFunction {
  return eager('date', names, 'date', ([value], frame) => {
    const ms = dateOf(value, frame)
    return ms === null ? null : read(partsOf(ms, zoneOf(frame)))
  })
}

/** First and last day of the month a date lies in. */
function monthEdge(names: readonly [string, ...string[]], last: boolean): ExpressionFunction {
  return eager('date', names, 'date', ([value], frame) => {
    const ms = dateOf(value, frame)
    if (ms === null) return null
    const { year, month } = partsOf(ms, zoneOf(frame))
    return momentOf({ year, month, day: last ? daysIn(year, month) : 1 }, zoneOf(frame))
  })
}

function dateFrom(values: readonly unknown[], frame: Frame): number | null {
  if (values.length === 1) {
    const ms = dateOf(values[0], frame)
    return ms === null ? null : startOf(ms, 'day', zoneOf(frame))
  }
  const numbers: number[] = []
  for (const value of values) {
    const number = numberOf(value, frame)
    if (number === null) return null
    numbers.push(Math.trunc(number))
  }
  const [year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0] = numbers
  return moment(momentOf({ year, month, day, hour, minute, second }, zoneOf(frame)), frame)
}

export const dateFunctions: readonly ExpressionFunction[] = [
  eager('date', ['NOW', '当前时间'], '', (_, frame) => clock(frame)),
  eager('date', ['TODAY', '今天'], '', (_, frame) => {
    const now = clock(frame)
    return now === null ? null : startOf(now, 'day', zoneOf(frame))
  }),
  eager('date', ['DATE', '日期'], 'year, [month], [day], [hour], [minute], [second]', dateFrom),
  part(['YEAR', '年份'], ({ year }) => year),
  part(['MONTH', '月份'], ({ month }) => month),
  part(['DAY', '日'], ({ day }) => day),
  part(['HOUR', '小时'], ({ hour }) => hour),
  part(['MINUTE', '分钟'], ({ minute }) => minute),
  part(['SECOND', '秒'], ({ second }) => second),
  part(['WEEKDAY', '星期'], weekdayOf),
  part(['QUARTER', '季度'], ({ month }) => Math.ceil(month / 3)),
  part(['DAYSINMONTH', '当月天数'], ({ year, month }) => daysIn(year, month)),
  monthEdge(['MONTHSTART', '月初'], false),
  monthEdge(['MONTHEND', '月末'], true),
  eager(
    'date',
    ['DATEDIFF', 'DATEDIF', '日期间隔'],
    'from, to, [unit]',
    ([from, to, name = 'day'], frame) => {
      const unit = unitOf(name, frame)
      const [start, end] = [dateOf(from, frame), dateOf(to, frame)]
      return unit === null || start === null || end === null
        ? null
        : unitsBetween(start, end, unit, zoneOf(frame))
    },
  ),
  eager('date', ['DATEADD', '日期加减'], 'date, amount, [unit]', ([value, amount, name = 'day'], frame) => {
    const unit = unitOf(name, frame)
    const [ms, count] = [dateOf(value, frame), numberOf(amount, frame)]
    if (unit === null || ms === null || count === null) return null
    return moment(addUnits(ms, Math.trunc(count), unit, zoneOf(frame)), frame)
  }),
  eager('date', ['FORMATDATE', '日期格式'], 'date, [pattern]', ([value, pattern = 'yyyy-MM-dd'], frame) => {
    if (isBlank(value)) return ''
    const ms = dateOf(value, frame)
    return ms === null ? null : patternText(ms, textOf(pattern), frame)
  }),
]
