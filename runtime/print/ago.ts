import { DAY_MS, formatDate, type TimeZone } from '../date'
import type { Translator } from '../text'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** Milliseconds within which something is as good as now. */
const NOW = 30_000

/**
 * How long ago a moment was, as prints say it (`spec/shell-and-monitoring.md §9`): within 30 s just now, then minutes, hours,
 * one day, and the date from two days on and for what is yet to come. Both in milliseconds since 1970.
 */
export function printedAgo(ms: number, now: number, zone: TimeZone, text: Translator['text']): string {
  const passed = now - ms
  if (Math.abs(passed) < NOW) return text('@messages.justNow')
  if (passed > 0) {
    if (passed < HOUR_MS)
      return text('@messages.minutesAgo', { count: Math.max(1, Math.floor(passed / MINUTE_MS)) })
    if (passed < DAY_MS) return text('@messages.hoursAgo', { count: Math.floor(passed / HOUR_MS) })
    if (passed < 2 * DAY_MS) return text('@messages.daysAgo', { count: 1 })
  }
  return formatDate(ms, 'yyyy-MM-dd', zone)
}
