import { type CalendarParts, isMoment, momentOf, partsOf, type TimeZone } from './calendar'

/** Longest first, so that `yyyy` is not read as `yy` twice. Both documented spellings are known (`yyyy` and `YYYY`). */
export const PLACES = /'[^']*'|yyyy|YYYY|yy|YY|MM|M|dd|DD|d|D|HH|H|hh|h|mm|m|ss|s|SSS/g

/** A moment in a pattern such as `yyyy-MM-dd HH:mm:ss`; what stands in single quotes is literal. */
export function formatDate(ms: number, pattern: string, zone: TimeZone): string {
  if (!isMoment(ms)) return ''
  const parts = partsOf(ms, zone)
  return pattern.replace(PLACES, (place) =>
    place.startsWith("'") ? place.slice(1, -1) : partText(place, parts),
  )
}

function partText(place: string, parts: CalendarParts): string {
  switch (place.charAt(0)) {
    case 'y':
    case 'Y':
      return place.length === 2 ? pad(parts.year % 100, 2) : pad(parts.year, 4)
    case 'M':
      return pad(parts.month, place.length)
    case 'd':
    case 'D':
      return pad(parts.day, place.length)
    case 'H':
      return pad(parts.hour, place.length)
    case 'h':
      return pad(parts.hour % 12 || 12, place.length)
    case 'm':
      return pad(parts.minute, place.length)
    case 's':
      return pad(parts.second, place.length)
    default:
      return pad(parts.millisecond, 3)
  }
}

function pad(value: number, length: number): string {
  return value < 0 ? `-${String(-value).padStart(length, '0')}` : String(value).padStart(length, '0')
}

const DATE =
  /^(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?)?月?)?年?(?:[ T]+(\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,3})\d*)?)?)?)?(Z|[+-]\d{2}:?\d{2})?$/
const TIME = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?$/

/**
 * The moment that a text names: `2026`, `2026-11`, `2026/11/21`, `2026年11月21日`, with or without a time, or ISO 8601 with
 * an offset. Null for anything else, and for a day that does not exist (30 February).
 */
export function parseDate(text: string, zone: TimeZone): number | null {
  const match = DATE.exec(text.trim())
  if (!match) return null
  const [, year, month, day, hour, minute, second, fraction, offset] = match
  const parts: CalendarParts = {
    year: Number(year),
    month: Number(month ?? 1),
    day: Number(day ?? 1),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    millisecond: Number((fraction ?? '0').padEnd(3, '0')),
  }
  const utc = momentOf(parts, 'UTC')
  if (!sameDay(parts, partsOf(utc, 'UTC')) || parts.minute > 59 || parts.second > 59 || parts.hour > 23)
    return null
  if (!offset) return momentOf(parts, zone)
  return utc - offsetMs(offset)
}

function sameDay(a: CalendarParts, b: CalendarParts): boolean {
  return a.year === b.year && a.month === b.month && a.day === b.day
}

function offsetMs(offset: string): number {
  if (offset === 'Z') return 0
  const digits = offset.replace(':', '')
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5))
  return (digits.startsWith('-') ? -minutes : minutes) * 60_000
}

/** Seconds since midnight of `8:30` or `08:30:15`; null for anything else. `24:00` is the end of the day. */
export function parseTime(text: string): number | null {
  const match = TIME.exec(text.trim())
  if (!match) return null
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)]
  const seconds = hour * 3600 + minute * 60 + second
  return minute > 59 || second > 59 || seconds > 86_400 ? null : seconds
}

/** Seconds since midnight in a pattern such as `HH:mm:ss`. */
export function formatTime(seconds: number, pattern: string): string {
  return formatDate(seconds * 1000, pattern, 'UTC')
}
