import { expect, it } from 'vitest'
import { DEMO_FARM } from '../farm/demo'
import { drawFarm } from '../farm/draw'
import { createFarm } from './farm'
import { readingsOf } from './readings'

const NOW = Date.parse('2026-07-20T03:00:00Z')
const HOUR = 3_600_000
const layout = drawFarm(DEMO_FARM)
const start = () => createFarm(layout, { seed: 1, startAt: NOW, mishaps: false })
const read = (farm: ReturnType<typeof start>, id: string) => {
  const device = layout.devices.find((one) => one.id === id)
  if (!device) throw new Error(id)
  return readingsOf(farm, device)
}

it('a simulator that is started anew goes on from what was measured last', () => {
  const farm = start()
  farm.resume(
    {
      'SM-07': { at: NOW - 1_000, values: { vwc20: 15.5, vwc40: 18.2, vwc60: 21.7, ec20: 1.2 } },
      'FM-1': { at: NOW, values: { total: 18_500_000, flow: 0 } },
      P1: { at: NOW, values: { runHours: 3_333.3, starts: 499, energy: 212_345 } },
      F1: { at: NOW, values: { tank1: 12, tank2: 34, tank3: 56, ec: 1.7, ph: 6.6 } },
      'T1-03-05': { at: NOW, values: { bat: 3.7 } },
      gone: { at: NOW, values: { vwc20: 1 } },
    },
    NOW,
  )
  const soil = read(farm, 'SM-07')
  for (const [metric, value] of Object.entries({ vwc20: 15.5, vwc40: 18.2, vwc60: 21.7 }))
    expect(Math.abs((soil[metric] ?? 0) - value)).toBeLessThan(1)
  expect(read(farm, 'FM-1')['total']).toBe(18_500_000)
  expect(read(farm, 'P1')).toMatchObject({ runHours: 3_333.3, starts: 499, energy: 212_345 })
  expect(read(farm, 'F1')).toMatchObject({ tank1: 12, tank2: 34, tank3: 56, ec: 1.7, ph: 6.6 })
  expect(read(farm, 'T1-03-05')['bat']).toBeCloseTo(3.7, 2)
})

it('soil dries on while nobody looks', () => {
  const [farm, away] = [start(), start()]
  const values = { vwc20: 26, vwc40: 27, vwc60: 28, ec20: 0.6 }
  farm.resume({ 'SM-07': { at: NOW, values } }, NOW)
  away.resume({ 'SM-07': { at: NOW - 72 * HOUR, values } }, NOW)
  expect(away.plots.get('SM-07')?.soil.water[0]).toBeLessThan(
    (farm.plots.get('SM-07')?.soil.water[0] ?? 0) - 0.005,
  )
})
