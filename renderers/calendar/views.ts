import { daysIn, weekdayOf } from '@runtime/date'
import { shownMoment } from '@runtime/date/shown'
import type { Language } from '@runtime/text'
import { type Day, dayOf, plus } from '../page/calendar-days'

/** Views of a calendar, by what FullCalendar calls them. */
export const VIEW_NAMES = {
  month: 'dayGridMonth',
  week: 'timeGridWeek',
  day: 'timeGridDay',
  list: 'listMonth',
} as const
export type CalendarView = keyof typeof VIEW_NAMES

/**
 * The days that a view shows around one of them, `to` the first after them: what the board will say, known before its code
 * has come, so that both are on their way at once.
 */
export function daysShown(view: CalendarView, around: Day): { readonly from: Day; readonly to: Day } {
  if (view === 'day') return { from: around, to: plus(around, 1) }
  if (view === 'week') return { from: mondayOf(around), to: plus(mondayOf(around), 7) }
  const { year, month } = partsOf(around)
  const first = dayOf({ year, month, day: 1 })
  const next = plus(first, daysIn(year, month))
  if (view === 'list') return { from: first, to: next }
  return { from: mondayOf(first), to: plus(mondayOf(plus(next, -1)), 7) }
}

/** Number of a day's week by ISO 8601, 1 to 53. */
export function weekOf(day: Day): number {
  const thursday = plus(mondayOf(day), 3)
  const first = dayOf({ year: partsOf(thursday).year, month: 1, day: 1 })
  return Math.floor((Date.parse(thursday) - Date.parse(first)) / (7 * 86_400_000)) + 1
}

const LOCALES: Readonly<Record<Language, string>> = { zh: 'zh-CN', zhtw: 'zh-TW', en: 'en-GB' }

/** What a view around a day is called: `2026年11月`; of a week its month, as its number is said beside it. `isShort`: of a day without its year, a month by its short name. */
export function nameShown(view: CalendarView, around: Day, language: Language, isShort = false): string {
  const at = view === 'week' ? plus(mondayOf(around), 3) : around
  const year = isShort && view === 'day' ? {} : ({ year: 'numeric' } as const)
  const more = view === 'day' ? ({ day: 'numeric', weekday: 'short' } as const) : {}
  return shownMoment(
    Date.parse(at),
    LOCALES[language],
    { ...year, month: isShort ? 'short' : 'long', ...more },
    'UTC',
  )
}

function mondayOf(day: Day): Day {
  return plus(day, 1 - weekdayOf(partsOf(day)))
}

function partsOf(day: Day) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return { year, month, day: date }
}
