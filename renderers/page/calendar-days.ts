import {
  type CalendarParts,
  DAY_MS,
  momentOf,
  parseDate,
  partsOf,
  type TimeZone,
  weekdayOf,
} from '@runtime/date'

/** A day of the calendar: `2026-07-01`. */
export type Day = string

export type View = 'month' | 'week'

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

/** The days that are shown around one: whole weeks from Monday. */
export function daysOf(view: View, around: Day): readonly Day[] {
  const first = view === 'week' ? monday(around) : monday(`${around.slice(0, 8)}01`)
  if (view === 'week') return range(first, 7)
  const weeks = range(first, 42)
  return weeks.slice(0, weeks.findLastIndex((day) => day.slice(0, 7) === around.slice(0, 7)) >= 35 ? 42 : 35)
}

/** The same place one month or week on or back. */
export function turned(view: View, around: Day, by: 1 | -1): Day {
  if (view === 'week') return plus(around, 7 * by)
  const [year = 0, month = 1] = around.split('-').map(Number)
  const at = new Date(Date.UTC(year, month - 1 + by, 1))
  return at.toISOString().slice(0, 10)
}

/** The moment at which a day begins. */
export function beginOf(day: Day, zone: TimeZone): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return momentOf({ year, month, day: date }, zone)
}

/** Records by the days that are shown; one that lasts stands on each. */
export function byDay<R>(
  rows: readonly R[],
  days: readonly Day[],
  spanOf: (row: R) => { readonly from: Day | null; readonly to: Day | null },
): ReadonlyMap<Day, readonly R[]> {
  const found = new Map<Day, R[]>(days.map((day) => [day, []]))
  const [first = '', last = ''] = [days[0], days.at(-1)]
  for (const row of rows) {
    const { from, to } = spanOf(row)
    if (from === null) continue
    const end = to !== null && to > from ? to : from
    if (from > last || end < first) continue
    for (const day of days) if (day >= from && day <= end) found.get(day)?.push(row)
  }
  return found
}

function monday(day: Day): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const weekday = weekdayOf({ year, month, day: date })
  return plus(day, 1 - weekday)
}

function range(first: Day, count: number): readonly Day[] {
  return Array.from({ length: count }, (_, index) => plus(first, index))
}
