import { METRICS, metricByName } from '@runtime/field/kinds'
import { describe, expect, it } from 'vitest'
import { createFreezeWatch, type Measuring } from './freeze-watch'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const code = (name: string) => metricByName(name)?.code ?? 0
const device: Measuring = { no: 1, projectId: 'P', kind: 'WEATHER', isAtPumps: true }
const pump: Measuring = { no: 2, projectId: 'P', kind: 'PUMP', isAtPumps: true }

/** After how many minutes of the same value a day long it is called frozen; null: never. */
function frozenAfter(
  metric: string,
  value: number,
  {
    everyMin = 1,
    of = device,
    isPumping = true,
  }: { readonly everyMin?: number; readonly of?: Measuring; readonly isPumping?: boolean } = {},
): number | null {
  const watch = createFreezeWatch()
  for (let minute = 0; minute <= 24 * 60; minute += everyMin) {
    watch(pump, code('freq'), { at: minute * MINUTE, value: isPumping ? 45 : 0 })
    if (watch(of, code(metric), { at: minute * MINUTE, value })) return minute
  }
  return null
}

describe('a reading that repeats itself', () => {
  it('is a sensor that hangs only where one that lives is never still', () => {
    const frozen = METRICS.map(({ name, min, max }) => [name, frozenAfter(name, (min + max) / 2)] as const)
    expect(frozen.filter(([, after]) => after !== null)).toEqual([
      ['airTemp', 120],
      ['airHumidity', 240],
      ['windSpeed', 120],
      ['radiation', 120],
      ['pres', 120],
      ['flow', 120],
    ])
  })

  it('of soil is none, however often and however long it comes', () => {
    for (const metric of ['vwc20', 'vwc40', 'vwc60', 't20', 'ec20', 'bat'])
      expect([frozenAfter(metric, 23.4), frozenAfter(metric, 23.4, { everyMin: 10 })]).toEqual([null, null])
  })

  it('is natural in a calm, by night, in fog, and where no water flows', () => {
    expect(frozenAfter('windSpeed', 0.3)).toBeNull()
    expect(frozenAfter('radiation', 2)).toBeNull()
    expect(frozenAfter('airHumidity', 100)).toBeNull()
    expect(frozenAfter('flow', 0)).toBeNull()
    expect(frozenAfter('pres', 0)).toBeNull()
  })

  it('of pressure is natural in a closed pipe: where no pump runs, and away from the one that does', () => {
    expect(frozenAfter('pres', 0.32, { isPumping: false })).toBeNull()
    expect(frozenAfter('pres', 0.32, { of: { ...device, isAtPumps: false } })).toBeNull()
    expect(frozenAfter('pres', 0.32, { of: { ...device, projectId: 'other' } })).toBeNull()
  })

  it('begins anew with another value, and the same message again is not the same value again', () => {
    const watch = createFreezeWatch()
    const air = (at: number, value: number) => watch(device, code('airTemp'), { at, value })
    for (let hour = 0; hour < 12; hour++) air(hour * HOUR, 20)
    expect(air(12 * HOUR, 20)).toBe(true)
    // From before, and once more.
    expect([air(3 * HOUR, 18), air(12 * HOUR, 20)]).toEqual([true, true])
    expect([air(13 * HOUR, 20.1), air(14 * HOUR, 20)]).toEqual([false, false])
    for (let time = 0; time < 20; time++)
      expect(watch(pump, code('airTemp'), { at: 5, value: 23 })).toBe(false)
  })
})
