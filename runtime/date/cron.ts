import { Cron } from 'croner'
import type { TimeZone } from './calendar'

/** The parts of a cron expression, in their order. */
export const CRON_PARTS = ['minute', 'hour', 'day', 'month', 'weekday'] as const
export type CronPart = (typeof CRON_PARTS)[number]

/** What is wrong with an expression: how many parts it has, one of them, or that its time never comes. */
export type CronFault =
  | { readonly kind: 'parts'; readonly count: number }
  | { readonly kind: 'part'; readonly part: CronPart; readonly text: string }
  | { readonly kind: 'never' }

const compiled = (expression: string, zone: TimeZone = null): Cron =>
  new Cron(expression, { paused: true, mode: '5-part', ...(zone !== null && { timezone: zone }) })

/** The first fault of a cron expression of five parts (`30 6 * * 1,4`); null: it can be read, and its time comes. */
export function cronFault(expression: string): CronFault | null {
  const parts = partsOf(expression)
  if (parts.length !== CRON_PARTS.length) return { kind: 'parts', count: parts.length }
  for (const [index, part] of CRON_PARTS.entries()) {
    const text = parts[index] ?? ''
    if (!isReadable(CRON_PARTS.map((_, other) => (other === index ? text : '*')).join(' ')))
      return { kind: 'part', part, text }
  }
  return nextTimes(expression, null, 0, 1).length > 0 ? null : { kind: 'never' }
}

function isReadable(expression: string): boolean {
  try {
    compiled(expression)
    return true
  } catch {
    return false
  }
}

/**
 * The next times of an expression after `now` (milliseconds since 1970), in a zone (`Asia/Shanghai`; null: the machine's): so
 * many at most, fewer where it comes no more.
 * @throws Error for an expression that cannot be read (`cronFault`).
 */
export function nextTimes(expression: string, zone: TimeZone, now: number, count: number): readonly Date[] {
  return compiled(expression, zone).nextRuns(count, new Date(now))
}

/** How often something comes, where that is one of the usual ways; hours and minutes as on a clock, Sunday is 0. */
export type Rhythm =
  | { readonly kind: 'minutes'; readonly every: number }
  | { readonly kind: 'hours'; readonly every: number; readonly minute: number }
  | { readonly kind: 'daily'; readonly hour: number; readonly minute: number }
  | {
      readonly kind: 'weekly'
      readonly days: readonly number[]
      readonly hour: number
      readonly minute: number
    }
  | {
      readonly kind: 'monthly'
      readonly days: readonly number[]
      readonly hour: number
      readonly minute: number
    }

/** The rhythm that an expression says; null: it says something that has no shorter way. */
export function rhythmOf(expression: string): Rhythm | null {
  const parts = partsOf(expression)
  if (parts.length !== CRON_PARTS.length || cronFault(expression) !== null) return null
  const [minutes = '', hours = '', days = '', months = '', weekdays = ''] = parts
  if (months !== '*') return null
  const [isEveryDay, isEveryWeekday] = [days === '*', weekdays === '*']
  const every = stepOf(minutes)
  if (every !== null) return hours === '*' && isEveryDay && isEveryWeekday ? { kind: 'minutes', every } : null
  const minute = numberOf(minutes)
  if (minute === null) return null
  const hourly = stepOf(hours)
  if (hourly !== null) return isEveryDay && isEveryWeekday ? { kind: 'hours', every: hourly, minute } : null
  const hour = numberOf(hours)
  if (hour === null || !(isEveryDay || isEveryWeekday)) return null
  if (isEveryDay && isEveryWeekday) return { kind: 'daily', hour, minute }
  const list = listOf(isEveryDay ? weekdays : days)
  if (list === null) return null
  if (!isEveryDay) return { kind: 'monthly', days: list, hour, minute }
  const named = [...new Set(list.map((day) => day % DAYS))].sort((a, b) => a - b)
  return { kind: 'weekly', days: named, hour, minute }
}

const DAYS = 7

/** The expression of a rhythm. */
export function cronOf(rhythm: Rhythm): string {
  const step = (every: number) => (every === 1 ? '*' : `*/${every}`)
  switch (rhythm.kind) {
    case 'minutes':
      return `${step(rhythm.every)} * * * *`
    case 'hours':
      return `${rhythm.minute} ${step(rhythm.every)} * * *`
    case 'daily':
      return `${rhythm.minute} ${rhythm.hour} * * *`
    case 'weekly':
      return `${rhythm.minute} ${rhythm.hour} * * ${rhythm.days.join(',')}`
    default:
      return `${rhythm.minute} ${rhythm.hour} ${rhythm.days.join(',')} * *`
  }
}

const partsOf = (expression: string) => expression.trim().split(/\s+/).filter(Boolean)

/** Of `*` and a step such as "every fifth" the step; null for the rest. */
function stepOf(part: string): number | null {
  if (part === '*') return 1
  const step = /^\*\/(\d+)$/.exec(part)?.[1]
  return step === undefined ? null : Number(step)
}

const numberOf = (part: string) => (/^\d+$/.test(part) ? Number(part) : null)

function listOf(part: string): readonly number[] | null {
  const numbers = part.split(',').map(numberOf)
  return numbers.every((number) => number !== null) ? numbers : null
}
