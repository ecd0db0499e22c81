import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addUnits,
  formatDate,
  formatTime,
  momentOf,
  parseDate,
  parseTime,
  partsOf,
  startOf,
  unitsBetween,
} from './index'

const zones = fc.constantFrom('Asia/Shanghai', 'America/New_York', 'UTC', 'Australia/Lord_Howe', null)
const moments = fc.integer({ min: Date.UTC(1971, 0, 1), max: Date.UTC(2090, 0, 1) })
const SHANGHAI = 'Asia/Shanghai'

describe('calendar', () => {
  it('finds the moment of the parts it shows, but for the hour that a clock change repeats', () => {
    fc.assert(
      fc.property(moments, zones, (ms, zone) => {
        const parts = partsOf(ms, zone)
        expect(partsOf(momentOf(parts, zone), zone)).toEqual(parts)
      }),
    )
  })

  it('writes and reads back a moment', () => {
    fc.assert(
      fc.property(moments, (ms) => {
        const second = Math.floor(ms / 1000) * 1000
        expect(parseDate(formatDate(second, 'yyyy-MM-dd HH:mm:ss', SHANGHAI), SHANGHAI)).toBe(second)
      }),
    )
  })

  it('takes the last day of a month that is too short', () => {
    const moved = addUnits(momentOf({ year: 2026, month: 1, day: 31 }, SHANGHAI), 1, 'month', SHANGHAI)
    expect(formatDate(moved, 'yyyy-MM-dd', SHANGHAI)).toBe('2026-02-28')
  })

  it('moves by days of the calendar where a clock change makes one shorter', () => {
    const zone = 'America/New_York'
    const before = momentOf({ year: 2026, month: 3, day: 7, hour: 12 }, zone)
    expect(addUnits(before, 1, 'day', zone) - before).toBe(23 * 3_600_000)
    expect(unitsBetween(before, addUnits(before, 1, 'day', zone), 'day', zone)).toBe(1)
  })

  it('counts whole months between what it adds', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 500 }), (ms, months) => {
        expect(unitsBetween(ms, addUnits(ms, months, 'month', SHANGHAI), 'month', SHANGHAI)).toBe(months)
      }),
    )
  })

  it('goes to the start of a unit', () => {
    const ms = momentOf({ year: 2026, month: 5, day: 17, hour: 13, minute: 45, second: 30 }, SHANGHAI)
    const at = (unit: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second') =>
      formatDate(startOf(ms, unit, SHANGHAI), 'yyyy-MM-dd HH:mm:ss', SHANGHAI)
    expect(at('year')).toBe('2026-01-01 00:00:00')
    expect(at('month')).toBe('2026-05-01 00:00:00')
    expect(at('hour')).toBe('2026-05-17 13:00:00')
    expect(at('minute')).toBe('2026-05-17 13:45:00')
    expect(at('second')).toBe('2026-05-17 13:45:30')
  })
})

describe('formats', () => {
  it.each([
    ['2026', '2026-01-01 00:00:00'],
    ['2026-3', '2026-03-01 00:00:00'],
    ['2026/3/9', '2026-03-09 00:00:00'],
    ['2026年3月9日 8:05', '2026-03-09 08:05:00'],
    ['2026-03-09T00:00:00Z', '2026-03-09 08:00:00'],
    ['2026-03-09T00:00:00.500+09:00', '2026-03-08 23:00:00'],
  ])('reads %s', (text, expected) => {
    const ms = parseDate(text, SHANGHAI)
    expect(ms === null ? null : formatDate(ms, 'yyyy-MM-dd HH:mm:ss', SHANGHAI)).toBe(expected)
  })

  it.each(['', 'x', '2026-13-01', '2026-02-30', '2026-01-01 24:01', '26-01-01', '20260101'])(
    'does not read %s',
    (text) => {
      expect(parseDate(text, SHANGHAI)).toBeNull()
    },
  )

  it('writes two-digit years, twelve hours and literals', () => {
    const ms = momentOf({ year: 2026, month: 3, day: 9, hour: 15, minute: 4, millisecond: 7 }, SHANGHAI)
    expect(formatDate(ms, "yy/M/d h:mm SSS 'day' D", SHANGHAI)).toBe('26/3/9 3:04 007 day 9')
  })

  it('reads and writes times of the day', () => {
    expect([parseTime('8:30'), parseTime('23:59:59'), parseTime('24:01'), parseTime('8:60')]).toEqual([
      30_600,
      86_399,
      null,
      null,
    ])
    expect(formatTime(30_615, 'HH:mm:ss')).toBe('08:30:15')
  })
})
