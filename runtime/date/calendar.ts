/** An IANA name (`Asia/Shanghai`), or null for the machine's own zone. */
export type TimeZone = string | null

/** A moment as a calendar shows it. `month` and `day` count from 1; `weekday` is 1 for Monday to 7 for Sunday. */
export interface CalendarParts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
}

export type DateUnit = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second'

export const DAY_MS = 86_400_000
const FIXED_MS = { week: 7 * DAY_MS, day: DAY_MS, hour: 3_600_000, minute: 60_000, second: 1000 } as const
/** The furthest moment a JavaScript date can hold. */
const MAX_TIME = 8.64e15

export function isMoment(ms: number): boolean {
  return Number.isFinite(ms) && Math.abs(ms) <= MAX_TIME
}

/** The calendar's view of a moment (ms since 1970) in a zone. */
export function partsOf(ms: number, zone: TimeZone): CalendarParts {
  if (zone === null) {
    const local = new Date(ms)
    return {
      year: local.getFullYear(),
      month: local.getMonth() + 1,
      day: local.getDate(),
      hour: local.getHours(),
      minute: local.getMinutes(),
      second: local.getSeconds(),
      millisecond: local.getMilliseconds(),
    }
  }
  const shifted = new Date(ms + offsetAt(ms, zone))
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
    millisecond: shifted.getUTCMilliseconds(),
  }
}

/** What the clocks of a zone show at a moment, to the second, as milliseconds that would show it in UTC. */
export function clockOf(ms: number, zone: TimeZone): number {
  const { year, month, day, hour, minute, second } = partsOf(ms, zone)
  const shown = new Date(0)
  shown.setUTCFullYear(year, month - 1, day)
  return shown.setUTCHours(hour, minute, second, 0)
}

/** The moment of calendar parts in a zone; parts beyond their range carry over (month 13 is January). */
export function momentOf(parts: Partial<CalendarParts> & { readonly year: number }, zone: TimeZone): number {
  const { year, month = 1, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0 } = parts
  if (zone === null) {
    const local = new Date(2000, 0, 1, hour, minute, second, millisecond)
    local.setFullYear(year, month - 1, day)
    local.setHours(hour, minute, second, millisecond)
    return local.getTime()
  }
  const utc = new Date(Date.UTC(2000, 0, 1, hour, minute, second, millisecond))
  utc.setUTCFullYear(year, month - 1, day)
  utc.setUTCHours(hour, minute, second, millisecond)
  const guess = utc.getTime() - offsetAt(utc.getTime(), zone)
  return utc.getTime() - offsetAt(guess, zone)
}

/** Monday 1 … Sunday 7. */
export function weekdayOf({ year, month, day }: Pick<CalendarParts, 'year' | 'month' | 'day'>): number {
  const utc = new Date(Date.UTC(2000, 0, 1))
  utc.setUTCFullYear(year, month - 1, day)
  return utc.getUTCDay() || 7
}

/** `ms` moved by whole units; a month that is too short takes its last day (31 January + 1 month is 28 February). */
export function addUnits(ms: number, amount: number, unit: DateUnit, zone: TimeZone): number {
  if (unit === 'hour' || unit === 'minute' || unit === 'second') return ms + amount * FIXED_MS[unit]
  const parts = partsOf(ms, zone)
  if (unit === 'day' || unit === 'week') {
    return momentOf({ ...parts, day: parts.day + amount * (unit === 'week' ? 7 : 1) }, zone)
  }
  const months = parts.year * 12 + parts.month - 1 + amount * (unit === 'year' ? 12 : 1)
  const year = Math.floor(months / 12)
  const month = months - year * 12 + 1
  return momentOf({ ...parts, year, month, day: Math.min(parts.day, daysIn(year, month)) }, zone)
}

export function daysIn(year: number, month: number): number {
  const utc = new Date(Date.UTC(2000, 0, 1))
  utc.setUTCFullYear(year, month, 0)
  return utc.getUTCDate()
}

/** The first moment of the unit that `ms` lies in. */
export function startOf(ms: number, unit: Exclude<DateUnit, 'week'>, zone: TimeZone): number {
  const { year, month, day, hour, minute, second } = partsOf(ms, zone)
  if (unit === 'year') return momentOf({ year }, zone)
  if (unit === 'month') return momentOf({ year, month }, zone)
  if (unit === 'day') return momentOf({ year, month, day }, zone)
  if (unit === 'hour') return momentOf({ year, month, day, hour }, zone)
  return momentOf({ year, month, day, hour, minute, second: unit === 'second' ? second : 0 }, zone)
}

/**
 * Whole units from one moment to another, negative when it lies before. Days and weeks count calendar days, months and
 * years are complete ones, as in spreadsheets; shorter units count elapsed time.
 */
export function unitsBetween(from: number, to: number, unit: DateUnit, zone: TimeZone): number {
  if (unit === 'hour' || unit === 'minute' || unit === 'second')
    return Math.trunc((to - from) / FIXED_MS[unit]) || 0
  const [a, b] = [partsOf(from, zone), partsOf(to, zone)]
  if (unit === 'day' || unit === 'week') {
    const days = (midnight(b) - midnight(a)) / DAY_MS
    return unit === 'day' ? days : Math.trunc(days / 7) || 0
  }
  if (to < from) return -unitsBetween(to, from, unit, zone) || 0
  const months =
    (b.year - a.year) * 12 + b.month - a.month - (b.day < Math.min(a.day, daysIn(b.year, b.month)) ? 1 : 0)
  return unit === 'month' ? months : Math.trunc(months / 12)
}

function midnight({ year, month, day }: CalendarParts): number {
  const utc = new Date(0)
  return utc.setUTCFullYear(year, month - 1, day)
}

const formatters = new Map<string, Intl.DateTimeFormat | null>()

/** Offsets of a zone by the day, null for one in which it changes; so many days are kept. */
const offsets = new Map<string, Map<number, number | null>>()
const DAYS_KEPT = 10_000

/** Milliseconds that a zone is ahead of UTC at a moment; an unknown zone counts as UTC. */
function offsetAt(ms: number, zone: string): number {
  // Times of the day are written as if they were there; the calendar is dear to ask.
  if (zone === 'UTC') return 0
  const day = Math.floor(ms / DAY_MS)
  const known = offsets.get(zone) ?? new Map<number, number | null>()
  let offset = known.get(day)
  if (offset === undefined) {
    const [first, last] = [askedOffset(day * DAY_MS, zone), askedOffset((day + 1) * DAY_MS - 1, zone)]
    offset = first === last ? first : null
    if (known.size >= DAYS_KEPT) known.clear()
    offsets.set(zone, known.set(day, offset))
  }
  return offset ?? askedOffset(ms, zone)
}

function askedOffset(ms: number, zone: string): number {
  const formatter = formatterOf(zone)
  if (!formatter || !isMoment(ms)) return 0
  const parts: Record<string, number> = {}
  for (const { type, value } of formatter.formatToParts(ms)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const local = new Date(0)
  local.setUTCFullYear(year, month - 1, day)
  local.setUTCHours(hour, minute, second, 0)
  return local.getTime() - Math.floor(ms / 1000) * 1000
}

function formatterOf(zone: string): Intl.DateTimeFormat | null {
  const known = formatters.get(zone)
  if (known !== undefined) return known
  const formatter = createFormatter(zone)
  formatters.set(zone, formatter)
  return formatter
}

function createFormatter(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return null
  }
}
