import { describe, expect, it } from 'vitest'
import { type CalendarView, daysShown, nameShown, weekOf } from './views'

describe('a view of a calendar', () => {
  it.each<[CalendarView, string, string, string]>([
    ['month', '2026-11-29', '2026-10-26', '2026-12-07'],
    ['month', '2026-02-10', '2026-01-26', '2026-03-02'],
    ['month', '2027-02-28', '2027-02-01', '2027-03-01'],
    ['week', '2026-11-29', '2026-11-23', '2026-11-30'],
    ['day', '2026-12-31', '2026-12-31', '2027-01-01'],
    ['list', '2028-02-29', '2028-02-01', '2028-03-01'],
  ])('%s around %s shows from %s up to %s', (view, around, from, to) => {
    expect(daysShown(view, around)).toEqual({ from, to })
  })

  it.each([
    ['2026-11-29', 48],
    ['2026-12-31', 53],
    ['2027-01-03', 53],
    ['2027-01-04', 1],
    ['2024-12-30', 1],
  ])('has %s in week %i', (day, week) => {
    expect(weekOf(day)).toBe(week)
  })

  it('is named in the language', () => {
    expect(nameShown('month', '2026-11-29', 'zh')).toBe('2026年11月')
    expect(nameShown('month', '2026-11-29', 'en', true)).toBe('Nov 2026')
    expect(nameShown('day', '2026-11-29', 'zh')).toBe('2026年11月29日周日')
    expect(nameShown('day', '2026-11-29', 'en')).toBe('Sun, 29 November 2026')
    expect(nameShown('week', '2026-11-30', 'en')).toBe('December 2026')
  })
})
