import { describe, expect, it } from 'vitest'
import { type HourOfRain, holdAt, holdFault, holdOfRain } from './rain'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const now = Date.parse('2026-07-10T12:00:00+08:00')
const clock = { now, zone: 'Asia/Shanghai' }

describe('a hold for rain', () => {
  it('holds from its beginning, and no longer at its end', () => {
    const holds = [{ from: now, to: now + DAY }]
    expect([now - 1, now, now + DAY - 1, now + DAY].map((at) => holdAt(holds, at) !== undefined)).toEqual([
      ...[false, true, true, false],
    ])
  })

  it.each([
    ['backwards', { from: now + DAY, to: now + HOUR }],
    ['past', { from: now - DAY, to: now }],
    ['tooLong', { from: now, to: now + 14 * DAY + 1 }],
  ])('is refused where it is %s', (fault, hold) => {
    expect(holdFault(hold, [], clock)?.text).toBe(`@command.hold.${fault}`)
  })

  it('is refused over another, which is named by the clock of the project; one after the other is not', () => {
    const other = { from: now + DAY, to: now + 2 * DAY }
    expect(holdFault({ from: now, to: now + DAY + 1 }, [other], clock)).toEqual({
      text: '@command.hold.overlaps',
      params: { from: '2026-07-11 12:00', until: '2026-07-12 12:00' },
    })
    expect(holdFault({ from: now, to: now + DAY }, [other], clock)).toBeNull()
    expect(holdFault({ from: now, to: now + 14 * DAY }, [], clock)).toBeNull()
  })
})

describe('rain', () => {
  const limits = { rainHoldMm: 10, rainHoldHours: 36 }
  const hour = (station: string, ago: number, mm: number): HourOfRain => ({
    ...{ station, at: now - ago * HOUR, mm },
  })

  it('holds the schedules once one station has measured enough within a day', () => {
    const hours = [hour('a', 30, 50), hour('a', 5, 4), hour('b', 24, 6.04), hour('b', 1, 4)]
    expect(holdOfRain(hours, limits, { now, answered: null })).toEqual({
      ...{ from: now, to: now + 36 * HOUR, station: 'b', mm: 10 },
    })
  })

  it('does not where no station has measured enough, or the project wants none', () => {
    const hours = [hour('a', 5, 9.9), hour('b', 5, 9.94)]
    expect(holdOfRain(hours, limits, { now, answered: null })).toBeNull()
    expect(holdOfRain([hour('a', 5, 99)], { ...limits, rainHoldMm: 0 }, { now, answered: null })).toBeNull()
  })

  it('that has been answered holds them no second time', () => {
    const hours = [hour('a', 5, 12), hour('a', 2, 9)]
    expect(holdOfRain(hours, limits, { now, answered: now - 4 * HOUR })).toBeNull()
    expect(holdOfRain([...hours, hour('a', 1, 1)], limits, { now, answered: now - 4 * HOUR })?.mm).toBe(10)
  })
})
