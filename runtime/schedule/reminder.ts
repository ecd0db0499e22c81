import { DAY_MS } from '../date'
import { ScheduleProblem } from './rule'
import { type Content, occurrencesIn, type Series } from './series'
import { dayStart, momentAt } from './wall'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Nobody is reminded. */
export const NO_REMINDER = -2
/** Minutes before something begins; -1: as it begins. */
export const REMINDER_MINUTES = [-1, 5, 10, 15, 30, 60, 120, 1440, 2880, 10080] as const
/** Of whole days: of the day, 1, 2 days and a week before, each at 8:00, 9:00 and 10:00. */
export const REMINDER_DAYS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
const DAYS_BEFORE = [0, 1, 2, 7]
const FIRST_HOUR = 8

/** What becomes of a reminder that the kind of occurrence does not have: none. */
export function isReminder(reminder: number, allDay: boolean): boolean {
  const known: readonly number[] = allDay ? REMINDER_DAYS : REMINDER_MINUTES
  return reminder === NO_REMINDER || known.includes(reminder)
}

export interface Reminder {
  readonly key: number
  /** When people are to be reminded. */
  readonly at: number
}

/** Years that are looked through for the next one, in pieces that grow: most are within the first. */
const WINDOWS = [400, 1600, 9000].map((days) => days * DAY_MS)

/**
 * The first reminder of a series after a moment; null where there is none, or none for decades.
 * @param zone in which whole days begin
 */
export function nextReminder<C extends Content>(
  series: Series<C>,
  after: number,
  zone: string,
  reminderOf: (content: C) => number,
): Reminder | null {
  const contents = [series.content, ...[...series.exceptions.values()].map(({ content }) => content)]
  if (contents.every((one) => one === undefined || reminderOf({ ...series.content, ...one }) === NO_REMINDER))
    return null
  for (const window of WINDOWS) {
    // Of a whole day people are reminded after it has begun.
    const found = known(() => occurrencesIn(series, after - DAY_MS, after + window, zone)).flatMap((one) => {
      const reminder = reminderOf(one.content)
      if (reminder === NO_REMINDER || !isReminder(reminder, one.times.allDay)) return []
      const at = one.times.allDay
        ? atOfDay(one.times.start, reminder, zone)
        : one.start - Math.max(0, reminder) * MINUTE
      return at > after ? [{ key: one.key, at }] : []
    })
    const [first] = found.sort((a, b) => a.at - b.at)
    if (first) return first
    if (series.last !== null && !mayComeLater(series, after + window)) return null
  }
  return null
}

/** Occurrences of a rule that is so seldom that they are not to be found count as none. */
function known<T>(work: () => readonly T[]): readonly T[] {
  try {
    return work()
  } catch (error) {
    if (error instanceof ScheduleProblem) return []
    throw error
  }
}

function atOfDay(day: number, reminder: number, zone: string): number {
  const before = DAYS_BEFORE[Math.floor((reminder - 1) / 3)] ?? 0
  return momentAt(dayStart(day) - before * DAY_MS + (FIRST_HOUR + ((reminder - 1) % 3)) * HOUR, zone)
}

/** An exception may have been moved to after its series' end. */
function mayComeLater(series: Series, moment: number): boolean {
  const starts = [...series.exceptions.values()].map(({ start }) => start ?? 0)
  return Math.max(series.last ?? 0, ...starts) + 2 * DAY_MS > moment
}
