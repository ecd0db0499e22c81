import { ASIDE_CORRECTIONS, type AsideCorrection } from '@services/contract/areas/field/device-aside'
import { describe, expect, it } from 'vitest'
import { corrected, fittingCorrection } from './time-correction'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 6, 1)
const when = { receivedAt: NOW, keptFor: 120 * DAY }
const rowsOf = (...times: readonly number[]) => times.map((at) => ({ at, values: [] }))
const fits = (...times: readonly number[]) => fittingCorrection(rowsOf(...times), when)
const times = (correction: AsideCorrection, ...sent: readonly number[]) =>
  corrected(rowsOf(...sent), correction, when)?.map(({ at }) => at - NOW) ?? null

describe('times that cannot be kept', () => {
  it('are taken for what explains them', () => {
    expect(fits(NOW, NOW - DAY)).toEqual({ correction: 'sent', hours: 0 })
    expect(fits(NOW + HOUR)).toEqual({ correction: 'hours', hours: 1 })
    expect(fits(NOW + 8 * HOUR - 20_000)).toEqual({ correction: 'hours', hours: 8 })
    expect(fits(NOW / 1000)).toMatchObject({ correction: 'seconds' })
    expect(fits(NOW * 1000)).toMatchObject({ correction: 'microseconds' })
    expect(fits(NOW * 1_000_000)).toMatchObject({ correction: 'nanoseconds' })
    for (const at of [NOW + 1.5 * HOUR, NOW + 15 * HOUR, NOW + 400 * DAY, Number.NaN])
      expect(fits(at)).toEqual({ correction: 'received', hours: 0 })
    // What is too old may be right.
    expect(fits(NOW - 121 * DAY)).toMatchObject({ correction: 'sent' })
  })

  it('are corrected as it is said; those that can be kept stay', () => {
    const ahead = [NOW + HOUR, NOW + HOUR - 60_000, NOW - 5_000] as const
    expect(times('hours', ...ahead)).toEqual([0, -60_000, -5_000])
    expect(times('received', ...ahead)).toEqual([0, -60_000, -5_000])
    expect(times('seconds', NOW / 1000, NOW / 1000 - 60)).toEqual([0, -60_000])
    expect(times('microseconds', NOW * 1000 + 7)).toEqual([0])
    expect(times('received', Number.NaN, Number.NaN)).toEqual([-1, 0])
    expect(times('received', NOW - 200 * DAY)).toEqual([0])
    expect(times('sent', ...ahead)).toEqual([HOUR, HOUR - 60_000, -5_000])
    const [guess] = corrected(rowsOf(NOW + HOUR), 'received', when) ?? []
    expect(guess?.isDoubtful).toBe(true)
  })

  it('are not taken for what they cannot be', () => {
    for (const correction of ASIDE_CORRECTIONS.filter((each) => each !== 'sent'))
      expect(times(correction, NOW)).toBeNull()
    expect(times('hours', NOW + 40 * 60_000)).toBeNull()
    expect(times('hours', NOW + 20 * HOUR)).toBeNull()
    expect(times('hours', NOW / 1000)).toBeNull()
    expect(times('seconds', NOW + HOUR)).toBeNull()
    expect(times('microseconds', NOW + HOUR)).toBeNull()
  })
})
