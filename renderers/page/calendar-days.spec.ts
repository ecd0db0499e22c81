import { describe, expect, it } from 'vitest'
import { beginOf, byDay, daysOf, plus, readDay, turned } from './calendar-days'

const ZONE = 'Asia/Shanghai'

describe('days of a calendar', () => {
  it.each([
    ['a month of five weeks', 'month', '2026-07-15', '2026-06-29', '2026-08-02'],
    ['a month that six weeks hold', 'month', '2026-08-01', '2026-07-27', '2026-09-06'],
    ['a February that begins on a Monday', 'month', '2027-02-10', '2027-02-01', '2027-03-07'],
    ['a week', 'week', '2026-07-05', '2026-06-29', '2026-07-05'],
    ['a leap day', 'week', '2028-02-29', '2028-02-28', '2028-03-05'],
  ] as const)('are those of %s', (_what, view, around, first, last) => {
    const days = daysOf(view, around)
    expect([days[0], days.at(-1)]).toEqual([first, last])
    expect(days.length % 7).toBe(0)
    expect(new Set(days).size).toBe(days.length)
  })

  it('are turned by months and weeks', () => {
    expect(turned('month', '2026-01-31', 1)).toBe('2026-02-01')
    expect(turned('month', '2026-01-15', -1)).toBe('2025-12-01')
    expect(turned('week', '2026-12-30', 1)).toBe('2027-01-06')
    expect(plus('2026-02-28', 1)).toBe('2026-03-01')
  })

  it.each([
    ['2026-07-01', '2026-07-01'],
    ['2026-07-01 23:30:00', '2026-07-01'],
    [Date.UTC(2026, 5, 30, 16), '2026-07-01'],
    ['2026-06-30T16:00:00Z', '2026-07-01'],
    ['2026-13-45', null],
    ['soon', null],
    [null, null],
    [Number.NaN, null],
  ])('%s is read as %s', (value, day) => {
    expect(readDay(value, ZONE)).toBe(day)
  })

  it('begin where their zone is', () => {
    expect(beginOf('2026-07-01', ZONE)).toBe(Date.UTC(2026, 5, 30, 16))
  })
})

describe('records by day', () => {
  const days = daysOf('week', '2026-07-01')
  const span = ({ from, to = null }: { from: string | null; to?: string | null }) => ({ from, to })

  it('stand on each day that they last, from before the first and beyond the last', () => {
    const rows = [
      { from: '2026-06-01', to: '2026-06-30' },
      { from: '2026-07-05', to: '2099-01-01' },
      { from: '2026-07-02', to: '2026-07-01' },
      { from: null },
      { from: '2026-07-06' },
    ]
    const found = byDay(rows, days, span)
    expect([...found].map(([day, list]) => [day.slice(8), list.map((row) => rows.indexOf(row))])).toEqual([
      ['29', [0]],
      ['30', [0]],
      ['01', []],
      ['02', [2]],
      ['03', []],
      ['04', []],
      ['05', [1]],
    ])
  })
})
