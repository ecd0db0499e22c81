import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DAY_MS } from '../date'
import { comingOf } from './coming'
import {
  chosenWeekdays,
  type MonthDay,
  monthDaysOf,
  plainRepetition,
  type Repetition,
  readRepetition,
  repetitionText,
  withStart,
} from './repetition'
import { FREQUENCIES, MOST_COUNT, MOST_INTERVAL, readRule, WEEKDAYS } from './rule'
import { readWall, writeWall } from './wall'

const wall = (text: string) => readWall(text) ?? Number.NaN
const monthDays: fc.Arbitrary<MonthDay> = fc.oneof(
  fc.constant({ kind: 'start' } as const),
  fc.record({ kind: fc.constant('day' as const), day: fc.constantFrom(-1, 1, 15, 28, 31) }),
  fc.record({
    kind: fc.constant('weekday' as const),
    nth: fc.constantFrom(1, 2, 3, 4, 5, -1),
    day: fc.constantFrom(...WEEKDAYS),
  }),
)
const repetitions: fc.Arbitrary<Repetition> = fc
  .record({
    freq: fc.constantFrom(...FREQUENCIES),
    interval: fc.integer({ min: 1, max: MOST_INTERVAL }),
    weekdays: fc.subarray([...WEEKDAYS]),
    monthDay: monthDays,
    end: fc.oneof(
      fc.constant({ kind: 'never' } as const),
      fc.record({ kind: fc.constant('count' as const), count: fc.integer({ min: 1, max: MOST_COUNT }) }),
      fc.integer({ min: 0, max: 60_000 }).map((day) => ({ kind: 'until', day: day * DAY_MS }) as const),
    ),
  })
  .map((one) => ({
    ...one,
    weekdays: one.freq === 'WEEKLY' ? one.weekdays : [],
    monthDay: one.freq === 'MONTHLY' ? one.monthDay : { kind: 'start' },
  }))

it('every repetition that can be chosen reads back from its rule', () => {
  fc.assert(
    fc.property(repetitions, (repetition) => {
      const { fault, ...read } = readRepetition(repetitionText(repetition), 'Asia/Shanghai')
      expect([fault, read.repetition]).toEqual([null, repetition])
    }),
  )
})

it.each([
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
  'FREQ=YEARLY;BYMONTH=3,9',
  'FREQ=MONTHLY;BYMONTHDAY=1,15',
  'FREQ=MONTHLY;BYMONTHDAY=-2',
  'FREQ=MONTHLY;BYDAY=-2FR',
  'FREQ=MONTHLY;BYDAY=FR',
  'FREQ=DAILY;BYDAY=MO',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU',
])('%s takes more than these choices', (rule) => {
  expect(readRepetition(rule, 'UTC')).toEqual({ rule: readRule(rule, 'UTC'), repetition: null, fault: null })
})

it('a number of times that is too high stays to be mended, and what is no rule is none', () => {
  expect(readRepetition('FREQ=DAILY;COUNT=5000', 'UTC')).toMatchObject({
    repetition: { freq: 'DAILY', end: { kind: 'count', count: 5000 } },
    fault: 'count',
  })
  expect(readRepetition('FREQ=HOURLY', 'UTC')).toEqual({ rule: null, repetition: null, fault: 'rule' })
})

it('the start’s own weekday alone is not said', () => {
  const wednesday = wall('2026-11-04T09:00')
  expect(chosenWeekdays(['WE'], wednesday)).toEqual([])
  expect(chosenWeekdays(['FR', 'MO'], wednesday)).toEqual(['MO', 'FR'])
  expect(chosenWeekdays(['FR'], wednesday)).toEqual(['FR'])
})

it.each([
  ['2026-11-18', ['BYDAY=3WE', 'BYMONTHDAY=-1']],
  ['2026-11-25', ['BYDAY=4WE', 'BYDAY=-1WE', 'BYMONTHDAY=-1']],
  ['2026-11-30', ['BYDAY=-1MO', 'BYMONTHDAY=-1']],
])('a month offers what goes with %s', (start, offered) => {
  const rules = monthDaysOf(wall(start)).map((monthDay) =>
    repetitionText({ ...plainRepetition('MONTHLY'), monthDay }),
  )
  expect(rules).toEqual(['FREQ=MONTHLY', ...offered.map((one) => `FREQ=MONTHLY;${one}`)])
})

it.each([
  ['3WE', '2026-12-08', '2TU'],
  ['3WE', '2026-12-30', '-1WE'],
  ['1FR', '2026-12-08', '1FR'],
])('every %s, begun on 18 November and moved to %s, is every %s', (before, to, after) => {
  const { repetition } = readRepetition(`FREQ=MONTHLY;BYDAY=${before}`, 'UTC')
  const moved = repetition && withStart(repetition, wall('2026-11-18'), wall(to))
  expect(moved && repetitionText(moved)).toBe(`FREQ=MONTHLY;BYDAY=${after}`)
})

it('the next occurrences are those from now on', () => {
  const coming = (rule: string, from: string) => {
    const found = comingOf(readRule(rule, 'UTC'), wall('2026-11-02T09:00'), wall(from), 'UTC', 3)
    return typeof found === 'string' ? found : found.map((one) => writeWall(one).slice(0, 10))
  }
  expect(coming('FREQ=WEEKLY;BYDAY=WE,FR', '2026-01-01')).toEqual(['2026-11-04', '2026-11-06', '2026-11-11'])
  expect(coming('FREQ=YEARLY;INTERVAL=3', '2027-01-01')).toEqual(['2029-11-02', '2032-11-02', '2035-11-02'])
  expect(coming('FREQ=DAILY;COUNT=2', '2026-11-03')).toEqual(['2026-11-03'])
  expect(coming('FREQ=DAILY;UNTIL=20261001', '2026-01-01')).toBe('until')
  expect(coming('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2026-01-01')).toBe('never')
})
