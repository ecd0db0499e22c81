import { describe, expect, it } from 'vitest'
import { judge, NO_TRACK, type Track } from './credibility'
import { METRICS, metricByName } from './kinds'

const MINUTE = 60_000
const quantityOf = (name: string) => {
  const metric = metricByName(name)
  if (!metric) throw new Error(name)
  return metric.quantity
}
/** Whether each of these is believed, so many seconds apart. */
function believed(name: string, values: readonly number[], everySec = 600): boolean[] {
  let track: Track = NO_TRACK
  return values.map((value, index) => {
    const verdict = judge(quantityOf(name), track, { at: index * everySec * 1000, value })
    track = verdict.track
    return verdict.isCredible
  })
}

describe('a reading', () => {
  it('beyond what its quantity can be is none', () => {
    for (const { quantity, min, max } of METRICS) {
      const [least, most] = quantity.limits
      expect(least).toBeLessThanOrEqual(min)
      expect(most).toBeGreaterThanOrEqual(max)
      for (const value of [least - 1, most + 1, Number.NaN, Number.POSITIVE_INFINITY])
        expect(judge(quantity, NO_TRACK, { at: 0, value }).isCredible).toBe(false)
    }
  })

  it.each<[string, readonly number[]]>([
    ['airTemp', [-127, 85, 6553.4, 6553.5, 32767, 65535]],
    ['t20', [-127, 85, 6553.4, 6553.5, 3276.7, 655.35, 327.67]],
    ['vwc20', [6553.4, 6553.5, 655.35, 65535]],
    ['flow', [429_496.7, 6553.5, 3276.7, 32767.5, 655.35]],
    ['total', [429_496_729.5, 65_535, 42_949_672.95]],
    ['rate1', [655.35, 655.34]],
  ])('of %s is none where it is what makers send in its place', (name, errors) => {
    for (const error of errors) {
      expect(believed(name, [error])).toEqual([false])
      expect(believed(name, [20, error, error, 20])).toEqual([true, false, false, true])
    }
  })

  it('is one where the sensor has come near an error value before', () => {
    expect(believed('total', [65_530, 65_535, 65_540], 5)).toEqual([true, true, true])
    expect(believed('t20', [78, 85, 86])).toEqual([true, true, true])
    // After a night's silence as well: that is when a probe is switched on again.
    expect(believed('t20', [20, 85], 86_400)).toEqual([true, false])
    // A computed value differs in its last binary digit.
    expect(believed('flow', [65_534 * 0.1])).toEqual([false])
  })

  it('that jumps faster than its quantity can is none, unless the next one stands by it', () => {
    expect(believed('airTemp', [20, 45, 20.2], 60)).toEqual([true, false, true])
    expect(believed('airTemp', [20, 45, 45.1, 44.8], 60)).toEqual([true, false, true, true])
    expect(believed('vwc20', [21, 95, 22, 95, 21])).toEqual([true, false, true, false, true])
    expect(believed('total', [1_000, 900_000, 1_001], 5)).toEqual([true, false, true])
    // A meter that is exchanged begins anew.
    expect(believed('total', [120_000, 3, 4], 5)).toEqual([true, false, true])
  })

  it('may differ by more the longer nothing came', () => {
    expect(believed('airTemp', [20, -8], 60)).toEqual([true, false])
    expect(believed('airTemp', [20, -8], 20 * 60)).toEqual([true, true])
    const { track } = judge(quantityOf('airTemp'), NO_TRACK, { at: 20 * MINUTE, value: 20 })
    expect(judge(quantityOf('airTemp'), track, { at: 0, value: -8 }).isCredible).toBe(true)
  })

  it('of water in a pipe may jump: a burst is no fault of its gauge', () => {
    expect(believed('pres', [0.3, 0.02], 5)).toEqual([true, true])
    expect(believed('flow', [80, 900, 0], 5)).toEqual([true, true, true])
    expect(believed('rain', [0, 38, 0], 60)).toEqual([true, true, true])
  })

  it('that repeats itself does not stand by itself', () => {
    let { track } = judge(quantityOf('airTemp'), NO_TRACK, { at: 0, value: 20 })
    for (let time = 0; time < 3; time++) {
      const verdict = judge(quantityOf('airTemp'), track, { at: MINUTE, value: 45 })
      expect(verdict.isCredible).toBe(false)
      track = verdict.track
    }
  })
})
