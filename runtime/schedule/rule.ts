import { readBasic, type Wall, wallAt } from './wall'

export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof FREQUENCIES)[number]
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** A weekday, or the `nth` one of a month or year, from its end where that is below 0; 0: each of them. */
export interface RuleDay {
  readonly day: Weekday
  readonly nth: number
}

/** A recurrence rule of RFC 5545 whose occurrences are days: no more than one on each. */
export interface Rule {
  readonly freq: Frequency
  readonly interval: number
  readonly count: number | null
  /** The last time at which it may occur, on the clocks of its series' zone. */
  readonly until: Wall | null
  readonly byDay: readonly RuleDay[]
  readonly byMonthDay: readonly number[]
  readonly byMonth: readonly number[]
  readonly bySetPos: readonly number[]
  readonly byYearDay: readonly number[]
  readonly byWeekNo: readonly number[]
  readonly weekStart: Weekday
}

/** Why a rule, or a series by it, is none. */
export type ScheduleFault = 'rule' | 'never' | 'until' | 'rare' | 'unmovable' | 'occurrence' | 'count'

export class ScheduleProblem extends Error {
  readonly fault: ScheduleFault
  constructor(fault: ScheduleFault, message: string = fault) {
    super(message)
    this.fault = fault
  }
}

/** Characters of a rule's text. */
export const RULE_LENGTH = 300
/** Occurrences that a rule may ask for by number, and the longest step. */
export const MOST_COUNT = 1000
export const MOST_INTERVAL = 999

const numbers =
  (least: number, most: number, isSigned = true) =>
  (text: string) =>
    text.split(',').map((part) => {
      const value = /^[+-]?\d{1,3}$/.test(part) ? Number(part) : Number.NaN
      const size = isSigned ? Math.abs(value) : value
      if (!(size >= least && size <= most)) throw new ScheduleProblem('rule', part)
      return value
    })

const days = (text: string): RuleDay[] =>
  text.split(',').map((part) => {
    const [, nth = '', day = ''] = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(part) ?? []
    if (day === '' || Math.abs(Number(nth)) > 53 || (nth !== '' && Number(nth) === 0))
      throw new ScheduleProblem('rule', part)
    return { day: day as Weekday, nth: Number(nth) }
  })

/**
 * Reads `FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261231T155959Z`. `UNTIL` is a moment in UTC, a time of the zone or a day of it.
 * @throws ScheduleProblem for what is no rule, or one that occurs more than once a day
 */
export function readRule(text: string, zone: string): Rule {
  if (text.length > RULE_LENGTH) throw new ScheduleProblem('rule', 'too long')
  const parts = new Map<string, string>()
  for (const part of text
    .trim()
    .replace(/^RRULE:/i, '')
    .toUpperCase()
    .split(';')
    .filter(Boolean)) {
    const [name = '', value = ''] = part.split('=')
    if (value === '' || parts.has(name) || !(name in READERS)) throw new ScheduleProblem('rule', part)
    parts.set(name, value)
  }
  const read = <T>(name: string, reader: (value: string) => T, instead: T): T => {
    const value = parts.get(name)
    return value === undefined ? instead : reader(value)
  }
  const freq = parts.get('FREQ') as Frequency
  if (!FREQUENCIES.includes(freq)) throw new ScheduleProblem('rule', 'FREQ')
  const [interval = 1] = read('INTERVAL', numbers(1, MOST_INTERVAL, false), [1])
  const rule: Rule = {
    freq,
    interval,
    count: read('COUNT', readCount, null),
    until: read('UNTIL', (value) => readUntil(value, zone), null),
    byDay: read('BYDAY', days, []),
    byMonthDay: read('BYMONTHDAY', numbers(1, 31), []),
    byMonth: read('BYMONTH', numbers(1, 12, false), []),
    bySetPos: read('BYSETPOS', numbers(1, 366), []),
    byYearDay: read('BYYEARDAY', numbers(1, 366), []),
    byWeekNo: read('BYWEEKNO', numbers(1, 53), []),
    weekStart: read('WKST', (value) => days(value)[0]?.day ?? 'MO', 'MO'),
  }
  const isBroken =
    (rule.count !== null && rule.until !== null) ||
    (rule.byDay.some(({ nth }) => nth !== 0) && freq !== 'MONTHLY' && freq !== 'YEARLY') ||
    (rule.byMonthDay.length > 0 && freq === 'WEEKLY') ||
    (rule.bySetPos.length > 0 && isPlain({ ...rule, count: null, interval: 1, bySetPos: [] })) ||
    (rule.byYearDay.length > 0 && freq !== 'YEARLY') ||
    (rule.byWeekNo.length > 0 && freq !== 'YEARLY')
  if (isBroken) throw new ScheduleProblem('rule', 'parts that do not go together')
  return rule
}

const READERS = {
  ...{ FREQ: 1, INTERVAL: 1, COUNT: 1, UNTIL: 1, BYDAY: 1, BYMONTHDAY: 1, BYMONTH: 1, BYSETPOS: 1 },
  ...{ BYYEARDAY: 1, BYWEEKNO: 1, WKST: 1 },
}

function readCount(text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > MOST_COUNT) throw new ScheduleProblem('count')
  return count
}

function readUntil(text: string, zone: string): Wall {
  const wall = readBasic(text.replace(/Z$/, ''))
  if (wall === null) throw new ScheduleProblem('rule', text)
  if (text.endsWith('Z')) return wallAt(wall, zone)
  return text.includes('T') ? wall : wall + 86_399_000
}

/** How a rule's end is written: a moment in UTC or, of whole days, a day. */
export type UntilWriter = (until: Wall) => string

export function writeRule(rule: Rule, writeUntil: UntilWriter): string {
  const list = (name: string, values: readonly (string | number)[]) =>
    values.length === 0 ? [] : [`${name}=${values.join(',')}`]
  return [
    `FREQ=${rule.freq}`,
    ...(rule.interval === 1 ? [] : [`INTERVAL=${rule.interval}`]),
    ...(rule.count === null ? [] : [`COUNT=${rule.count}`]),
    ...(rule.until === null ? [] : [`UNTIL=${writeUntil(rule.until)}`]),
    ...list('BYMONTH', rule.byMonth),
    ...list('BYWEEKNO', rule.byWeekNo),
    ...list('BYYEARDAY', rule.byYearDay),
    ...list('BYMONTHDAY', rule.byMonthDay),
    ...list(
      'BYDAY',
      rule.byDay.map(({ day, nth }) => `${nth === 0 ? '' : nth}${day}`),
    ),
    ...list('BYSETPOS', rule.bySetPos),
    ...(rule.weekStart === 'MO' ? [] : [`WKST=${rule.weekStart}`]),
  ].join(';')
}

/** Whether rules say the same, their ends aside. */
export function isSameRule(one: Rule | null, other: Rule | null): boolean {
  const text = (rule: Rule | null) => rule && writeRule({ ...rule, until: null }, String)
  return text(one) === text(other)
}

/** A rule that says nothing but how often. */
export function plainRule(freq: Frequency): Rule {
  const none = { byDay: [], byMonthDay: [], byMonth: [], bySetPos: [], byYearDay: [], byWeekNo: [] }
  return { freq, interval: 1, count: null, until: null, ...none, weekStart: 'MO' }
}

/** Whether nothing but the frequency and the end is said. */
export const isPlain = (rule: Rule): boolean =>
  isSameRule({ ...rule, until: null, count: null }, plainRule(rule.freq)) && rule.count === null
