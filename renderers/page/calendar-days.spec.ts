import { describe, expect, it } from 'vitest'
import { beginOf, plus, readDay } from './calendar-days'

const ZONE = 'Asia/Shanghai'

describe('days of a calendar', () => {
  it('are added to', () => {
    expect(plus('2026-02-28', 1)).toBe('2026-03-01')
    expect(plus('2028-02-28', 1)).toBe('2028-02-29')
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
