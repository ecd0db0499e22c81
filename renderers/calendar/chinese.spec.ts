import { afterAll, describe, expect, it, vi } from 'vitest'
import { chineseDay, inShort, inWords } from './chinese'

// The library reads and writes days by the zone of the machine: it is asked where it is wrong.
const before = vi.hoisted(() => {
  const { TZ } = process.env
  process.env['TZ'] = 'America/New_York'
  return TZ
})
afterAll(() => {
  if (before === undefined) delete process.env['TZ']
  else process.env['TZ'] = before
})

describe('a day of the Chinese calendar', () => {
  it('is told of in a browser west of Greenwich', () => {
    expect(new Date(2026, 1, 17).getTimezoneOffset()).toBe(300)
  })

  it.each([
    ['2026-02-17', '春节', 'off'],
    ['2026-02-16', '除夕', 'off'],
    ['2026-02-14', '廿七', 'work'],
    ['2026-04-05', '清明', 'off'],
    ['2026-06-19', '端午节', 'off'],
    ['2026-09-25', '中秋节', 'off'],
    ['2026-10-01', '国庆节', 'off'],
    ['2026-12-22', '冬至', null],
    ['2026-11-29', '廿一', null],
    ['2026-11-09', '十月', null],
    ['2025-07-25', '闰六月', null],
  ])('%s is called %s', (day, name, arranged) => {
    const found = chineseDay(day)
    expect([inShort(found), found.arranged]).toEqual([name, arranged])
  })

  it('keeps its festival where the arrangement of its year is not published', () => {
    expect(chineseDay('2027-02-06')).toEqual({
      lunar: '正月',
      term: null,
      festival: '春节',
      arranged: null,
    })
  })

  it('is said in words', () => {
    expect(inWords(chineseDay('2026-02-17'))).toBe('农历正月，春节，放假')
    expect(inWords(chineseDay('2026-02-14'))).toBe('农历廿七，调休上班')
  })

  it('has nothing to it beyond the tables', () => {
    expect(inWords(chineseDay('2150-02-14'))).toBe('')
  })
})
