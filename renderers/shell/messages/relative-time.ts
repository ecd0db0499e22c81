import { DAY_MS, formatDate, type TimeZone } from '@runtime/date'
import type { Translator } from '@runtime/text'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** Days of a month where only about how long ago is told. */
const MONTH_DAYS = 30
/** The most that is told of a unit; beyond months the date stands (`spec/shell-and-monitoring.md §9`). */
const MOST = { minutes: 59, hours: 23, days: 6, weeks: 3, months: 3 } as const

/** How long ago a moment was, or its date: both in milliseconds since 1970. A clock that is ahead says `just now`. */
export function relativeTime(
  ms: number,
  now: number,
  zone: TimeZone,
  { text }: Pick<Translator, 'text'>,
): string {
  const passed = now - ms
  const minutes = Math.floor(passed / MINUTE_MS)
  const hours = Math.floor(passed / HOUR_MS)
  const days = Math.floor(passed / DAY_MS)
  const weeks = Math.floor(days / 7)
  // Four weeks are no month yet, and no weeks any more.
  const months = Math.max(1, Math.floor(days / MONTH_DAYS))
  if (minutes < 1) return text('@messages.justNow')
  if (minutes <= MOST.minutes) return text('@messages.minutesAgo', { count: minutes })
  if (hours <= MOST.hours) return text('@messages.hoursAgo', { count: hours })
  if (days <= MOST.days) return text('@messages.daysAgo', { count: days })
  if (weeks <= MOST.weeks) return text('@messages.weeksAgo', { count: weeks })
  if (months <= MOST.months) return text('@messages.monthsAgo', { count: months })
  return formatDate(ms, 'yyyy-MM-dd', zone)
}
