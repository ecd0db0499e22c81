import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../date'
import { wallsOf } from './days'
import { readRule, ScheduleProblem } from './rule'
import { keysOf, type Series, settled } from './series'
import { basicOf, readWall, writeWall } from './wall'

const NEW_YORK = 'America/New_York'

function seriesOf(rule: string, start = '1997-09-02T09:00', zone = NEW_YORK): Series {
  return settled({
    ...{ id: 's', content: {}, exceptions: new Map(), minutes: 60, allDay: false },
    ...{ zone, start: readWall(start) ?? 0, rule: readRule(rule, zone) },
  })
}

/** Days of occurrences from the start on, as `1997-09-02`. */
function daysOf(rule: string, count: number, start?: string, years = 4): readonly string[] {
  const series = seriesOf(rule, start)
  return keysOf(series, series.start, series.start + years * 366 * DAY_MS)
    .slice(0, count)
    .map((wall) => writeWall(wall).slice(0, 10))
}

/** Examples of RFC 5545 §3.8.5.3 that occur once a day at most: rule, first occurrences, where it starts elsewhere. */
const EXAMPLES: readonly (readonly [string, string, string?])[] = [
  ['FREQ=DAILY;COUNT=10', '97-09-02 09-03 09-04 09-05 09-06 09-07 09-08 09-09 09-10 09-11 .'],
  ['FREQ=DAILY;INTERVAL=2', '97-09-02 09-04 09-06 09-08 09-10'],
  ['FREQ=DAILY;INTERVAL=10;COUNT=5', '97-09-02 09-12 09-22 10-02 10-12 .'],
  [
    'FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA',
    '98-01-01 01-02 01-03',
    '1998-01-01T09:00',
  ],
  ['FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1', '98-01-01 01-02 01-03', '1998-01-01T09:00'],
  ['FREQ=WEEKLY;COUNT=10', '97-09-02 09-09 09-16 09-23 09-30 10-07 10-14 10-21 10-28 11-04 .'],
  ['FREQ=WEEKLY;INTERVAL=2;WKST=SU', '97-09-02 09-16 09-30 10-14 10-28 11-11 11-25'],
  [
    'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
    '97-09-02 09-04 09-09 09-11 09-16 09-18 09-23 09-25 09-30 10-02 .',
  ],
  [
    'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH',
    '97-09-02 09-04 09-09 09-11 09-16 09-18 09-23 09-25 09-30 10-02 .',
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
    '97-09-01 09-03 09-05 09-15 09-17 09-19 09-29',
    '1997-09-01T09:00',
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
    '97-09-02 09-04 09-16 09-18 09-30 10-02 10-14 10-16 .',
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    '97-09-05 10-03 11-07 12-05 98-01-02 02-06 03-06 04-03 05-01 06-05 .',
    '1997-09-05T09:00',
  ],
  ['FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR', '97-09-05 10-03 11-07 12-05 .', '1997-09-05T09:00'],
  [
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    '97-09-07 09-28 11-02 11-30 98-01-04 01-25 03-01 03-29 05-03 05-31 .',
    '1997-09-07T09:00',
  ],
  ['FREQ=MONTHLY;COUNT=6;BYDAY=-2MO', '97-09-22 10-20 11-17 12-22 98-01-19 02-16 .', '1997-09-22T09:00'],
  ['FREQ=MONTHLY;BYMONTHDAY=-3', '97-09-28 10-29 11-28 12-29 98-01-29 02-26', '1997-09-28T09:00'],
  [
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
    '97-09-02 09-15 10-02 10-15 11-02 11-15 12-02 12-15 98-01-02 01-15 .',
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    '97-09-30 10-01 10-31 11-01 11-30 12-01 12-31 98-01-01 01-31 02-01 .',
    '1997-09-30T09:00',
  ],
  [
    'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    '97-09-10 09-11 09-12 09-13 09-14 09-15 99-03-10 03-11 03-12 03-13 .',
    '1997-09-10T09:00',
  ],
  ['FREQ=MONTHLY;INTERVAL=2;BYDAY=TU', '97-09-02 09-09 09-16 09-23 09-30 11-04 11-11'],
  [
    'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
    '97-06-10 07-10 98-06-10 07-10 99-06-10 07-10 00-06-10 07-10 01-06-10 07-10 .',
    '1997-06-10T09:00',
  ],
  [
    'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
    '97-03-10 99-01-10 02-10 03-10 01-01-10 02-10 03-10 03-01-10 02-10 03-10 .',
    '1997-03-10T09:00',
  ],
  [
    'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
    '97-01-01 04-10 07-19 00-01-01 04-09 07-18 03-01-01 04-10 07-19 06-01-01 .',
    '1997-01-01T09:00',
  ],
  ['FREQ=YEARLY;BYDAY=20MO', '97-05-19 98-05-18 99-05-17', '1997-05-19T09:00'],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '97-05-12 98-05-11 99-05-17', '1997-05-12T09:00'],
  ['FREQ=YEARLY;BYMONTH=3;BYDAY=TH', '97-03-13 03-20 03-27 98-03-05 03-12', '1997-03-13T09:00'],
  ['FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8', '97-06-05 06-12 06-19 06-26 07-03', '1997-06-05T09:00'],
  ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '98-02-13 03-13 11-13 99-08-13 00-10-13'],
  [
    'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    '97-09-13 10-11 11-08 12-13 98-01-10',
    '1997-09-13T09:00',
  ],
  [
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    '96-11-05 00-11-07 04-11-02',
    '1996-11-05T09:00',
  ],
  ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '97-09-04 10-07 11-06 .', '1997-09-04T09:00'],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    '97-09-29 10-30 11-27 12-30 98-01-29',
    '1997-09-29T09:00',
  ],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '97-08-05 08-10 08-19 08-24 .', '1997-08-05T09:00'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '97-08-05 08-17 08-19 08-31 .', '1997-08-05T09:00'],
  ['FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '07-01-15 01-30 02-15 03-15 03-30 .', '2007-01-15T09:00'],
]

/** `97-09-02 09-03 98-01-01 .`: a year stands until another does; a full stop: no more. */
function written(short: string): { readonly days: readonly string[]; readonly isAll: boolean } {
  let year = ''
  const parts = short.split(' ').filter((part) => part !== '.')
  const days = parts.map((part) => {
    const [last, month, ...rest] = part.split('-').reverse()
    if (rest[0]) year = Number(rest[0]) > 50 ? `19${rest[0]}` : `20${rest[0]}`
    return `${year}-${month}-${last}`
  })
  return { days, isAll: short.endsWith('.') }
}

describe('rules', () => {
  it.each(EXAMPLES)('of the standard: %s', (rule, short, start) => {
    const { days, isAll } = written(short ?? '')
    expect(daysOf(rule ?? '', days.length + (isAll ? 1 : 0), start, 12)).toEqual(days)
  })

  it('end with the standard’s examples that end by a moment', () => {
    expect(daysOf('FREQ=DAILY;UNTIL=19971224T000000Z', 1000).at(-1)).toBe('1997-12-23')
    expect(daysOf('FREQ=WEEKLY;UNTIL=19971224T000000Z', 1000).at(-1)).toBe('1997-12-23')
    expect(daysOf('FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1', 1000, '1998-01-01T09:00')).toHaveLength(93)
  })

  it.each([
    ['FREQ=HOURLY;INTERVAL=3'],
    ['FREQ=MINUTELY;INTERVAL=15;COUNT=6'],
    ['FREQ=DAILY;BYHOUR=9,10,11'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20300101'],
    ['FREQ=DAILY;COUNT=0'],
    ['FREQ=DAILY;COUNT=99999'],
    ['FREQ=DAILY;INTERVAL=0'],
    ['FREQ=WEEKLY;BYDAY=1MO'],
    ['FREQ=WEEKLY;BYDAY=XX'],
    ['FREQ=MONTHLY;BYMONTHDAY=32'],
    ['FREQ=MONTHLY;BYSETPOS=1'],
    ['FREQ=DAILY;FREQ=WEEKLY'],
    ['FREQ=DAILY;UNTIL=20260230'],
    ['FREQ=DAILY\nDTSTART:19970101'],
    ['constructor=1;FREQ=DAILY'],
    ['__proto__=1;FREQ=DAILY'],
    ['toString=1;FREQ=DAILY'],
    [`FREQ=DAILY;BYMONTH=${'1,'.repeat(400)}1`],
    [''],
  ])('refuse %s', (text) => {
    expect(() => readRule(text, NEW_YORK)).toThrow(ScheduleProblem)
  })

  it('take the 31st where there is one, and 29 February', () => {
    expect(daysOf('FREQ=MONTHLY', 5, '2026-01-31T08:00')).toEqual([
      ...['2026-01-31', '2026-03-31', '2026-05-31', '2026-07-31', '2026-08-31'],
    ])
    expect(daysOf('FREQ=YEARLY', 3, '2024-02-29T08:00', 12)).toEqual([
      '2024-02-29',
      '2028-02-29',
      '2032-02-29',
    ])
  })

  it('begin with their first occurrence', () => {
    expect(daysOf('FREQ=WEEKLY;BYDAY=MO', 1, '2026-11-03T09:00')).toEqual(['2026-11-09'])
  })

  it.each([
    ['FREQ=DAILY;UNTIL=20260101T000000Z', 'until'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'never'],
    ['FREQ=MONTHLY;BYDAY=6MO', 'never'],
    ['FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU;BYMONTH=6', 'never'],
    ['FREQ=DAILY;COUNT=1000;BYMONTH=2;BYMONTHDAY=29', 'rare'],
  ])('are none where they never occur, or too seldom: %s', (rule, fault) => {
    expect(() => seriesOf(rule, '2026-11-03T09:00')).toThrow(expect.objectContaining({ fault }))
  })

  it('are quick a hundred years on, with no end', () => {
    for (const rule of ['FREQ=DAILY', 'FREQ=WEEKLY;BYDAY=MO,WE', 'FREQ=MONTHLY;BYDAY=-1FR', 'FREQ=YEARLY']) {
      const series = seriesOf(rule, '2026-11-02T09:00')
      const from = series.start + 100 * 365.25 * DAY_MS
      expect(keysOf(series, from, from + 366 * DAY_MS).length).toBeLessThanOrEqual(366)
    }
  })

  it('keep the time of the clock over its changes, and leave out what it does not show', () => {
    const series = seriesOf('FREQ=DAILY', '2026-03-07T02:30')
    expect(keysOf(series, series.start, series.start + 3 * DAY_MS).map(basicOf)).toEqual([
      ...['20260307T023000', '20260309T023000'],
    ])
    expect(daysOf('FREQ=DAILY;COUNT=3', 9, '2026-03-07T02:30')).toEqual([
      '2026-03-07',
      '2026-03-09',
      '2026-03-10',
    ])
  })
})

const weekdays = fc.uniqueArray(fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'), {
  minLength: 1,
  maxLength: 4,
})
const monthDays = fc.uniqueArray(
  fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: -31, max: -1 })),
  {
    ...{ minLength: 1, maxLength: 4 },
  },
)
const common = fc.oneof(
  fc.constant('FREQ=DAILY'),
  fc.constant('FREQ=WEEKLY'),
  fc
    .tuple(weekdays, fc.constantFrom('MO', 'SU', 'WE'))
    .map(([days, start]) => `FREQ=WEEKLY;BYDAY=${days};WKST=${start}`),
  fc.constant('FREQ=MONTHLY'),
  monthDays.map((days) => `FREQ=MONTHLY;BYMONTHDAY=${days}`),
  fc.constant('FREQ=YEARLY'),
  fc
    .uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 })
    .map((months) => `FREQ=YEARLY;BYMONTH=${months}`),
  fc
    .tuple(fc.integer({ min: 1, max: 12 }), monthDays)
    .map(([month, days]) => `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=${days}`),
)

it('reckons common rules as the library does', () => {
  fc.assert(
    fc.property(
      common,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 3000 }),
      fc.integer({ min: -100, max: 4000 }),
      fc.integer({ min: 1, max: 900 }),
      (text, interval, startDay, fromDay, length) => {
        const rule = `${text};INTERVAL=${interval}`
        const start = Date.UTC(2020, 0, 1, 9, 30) + startDay * DAY_MS
        const from = start + fromDay * DAY_MS
        const to = from + length * DAY_MS
        const library = new RRuleTemporal({ rruleString: `DTSTART:${basicOf(start)}Z\nRRULE:${rule}` })
          .between(new Date(from), new Date(to - 1), true)
          .map(({ epochMilliseconds }) => epochMilliseconds)
        expect(wallsOf(readRule(rule, 'UTC'), start, from, to).map(basicOf)).toEqual(library.map(basicOf))
      },
    ),
    { numRuns: 400 },
  )
})
