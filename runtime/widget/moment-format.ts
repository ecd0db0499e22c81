import {
  addUnits,
  type DateUnit,
  formatDate,
  isMoment,
  parseDate,
  parseTime,
  startOf,
  type TimeZone,
} from '../date'
import { narrow } from './number-format'

/** What a format shows, from the coarsest to the finest part. */
export type MomentUnit = Exclude<DateUnit, 'week'>

const PARTS: readonly (readonly [RegExp, MomentUnit])[] = [
  [/s/, 'second'],
  [/m/, 'minute'],
  [/h/i, 'hour'],
  [/d/i, 'day'],
  [/M/, 'month'],
]

/** The finest part that a format shows: `yyyy-MM` shows months. */
export function unitOf(format: string): MomentUnit {
  const pattern = format.replace(/'[^']*'/g, '')
  return PARTS.find(([letters]) => letters.test(pattern))?.[1] ?? 'year'
}

/** What the picker offers: `yyyy` years, `yyyy-MM` months, `yyyy-MM-dd` days, anything else a time too (`spec/widgets.md §4`). */
export function pickerOf(format: string): 'year' | 'month' | 'date' | 'datetime' {
  if (format === 'yyyy') return 'year'
  if (format === 'yyyy-MM') return 'month'
  return format === 'yyyy-MM-dd' ? 'date' : 'datetime'
}

/** A moment without what its format does not show. */
export function truncated(ms: number, format: string, zone: TimeZone): number {
  return startOf(ms, unitOf(format), zone)
}

/** The moment of a stored value: milliseconds (as text too, as older versions kept it), or a date's text; null for the rest. */
export function momentOfValue(value: unknown, zone: TimeZone): number | null {
  if (typeof value === 'number') return isMoment(value) ? value : null
  if (typeof value !== 'string') return null
  if (/^-?\d{10,16}$/.test(value)) return momentOfValue(Number(value), zone)
  return parseDate(value, zone)
}

/** The moment of what a person typed: any usual way of writing it, or its bare digits (`20261121`). */
export function typedMoment(text: string, format: string, zone: TimeZone): number | null {
  const plain = narrow(text).trim()
  const ms = parseDate(plain, zone) ?? fromDigits(plain, zone)
  return ms === null ? null : truncated(ms, format, zone)
}

function fromDigits(text: string, zone: TimeZone): number | null {
  if (!/^\d{6}$|^\d{8}$|^\d{12}$|^\d{14}$/.test(text)) return null
  const [year = '', month = '', day = '01', hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)?(\d\d)?(\d\d)?(\d\d)?$/.exec(text)?.slice(1) ?? []
  return parseDate(`${year}-${month}-${day} ${hour}:${minute}:${second}`, zone)
}

/** Seconds since midnight of what a person typed: `8:30`, `08:30:15`, `0830`. */
export function typedTime(text: string): number | null {
  const plain = narrow(text).trim()
  const digits = /^(\d{1,2})(\d\d)(\d\d)?$/.exec(plain)
  const seconds = parseTime(digits ? `${digits[1]}:${digits[2]}:${digits[3] ?? '00'}` : plain)
  return seconds === null || seconds >= DAY ? null : seconds
}

const DAY = 86_400

/** A time as it is stored: `08:30:15`. */
export function timeText(seconds: number): string {
  return formatDate(seconds * 1000, 'HH:mm:ss', 'UTC')
}

/** A moment moved by units of its format, and cut to it. */
export function stepped(
  ms: number,
  amount: number,
  unit: MomentUnit,
  format: string,
  zone: TimeZone,
): number {
  return truncated(addUnits(ms, amount, unit, zone), format, zone)
}
