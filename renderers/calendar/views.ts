/** Views of a calendar, by what FullCalendar calls them. */
export const VIEW_NAMES = {
  month: 'dayGridMonth',
  week: 'timeGridWeek',
  day: 'timeGridDay',
  list: 'listMonth',
} as const
export type CalendarView = keyof typeof VIEW_NAMES
