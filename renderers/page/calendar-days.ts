import { type CalendarParts, DAY_MS, momentOf, parseDate, partsOf, type TimeZone } from '@runtime/date'

/** A day of the calendar: `2026-07-01`. */
export type Day = string

const two = (part: number) => String(part).padStart(2, '0')

export function dayOf({ year, month, day }: Pick<CalendarParts, 'year' | 'month' | 'day'>): Day {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

export function dayAt(ms: number, zone: TimeZone): Day {
  return dayOf(partsOf(ms, zone))
}

/** A member of a record as a day; null for what is none. A day that is written as one is the same in every zone. */
export function readDay(value: unknown, zone: TimeZone): Day | null {
  if (typeof value === 'number') return Number.isFinite(value) ? dayAt(value, zone) : null
  if (typeof value !== 'string') return null
  const written = /^\d{4}-\d{2}-\d{2}(?=$|[ T])/.exec(value)?.[0]
  if (
    written &&
    Number.isFinite(Date.parse(`${written}T00:00:00Z`)) &&
    !/[Zz]|[+-]\d{2}:?\d{2}$/.test(value.slice(10))
  )
    return written
  const ms = parseDate(value, zone)
  return ms === null ? null : dayAt(ms, zone)
}

export function plus(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The moment at which a day begins. */
export function beginOf(day: Day, zone: TimeZone): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return momentOf({ year, month, day: date }, zone)
}
