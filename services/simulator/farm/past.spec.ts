import { describe, expect, it } from 'vitest'
import { DEMO_FARM } from './demo'
import { drawFarm } from './draw'
import { pastRuns } from './past'

const farm = drawFarm(DEMO_FARM)
const DAY = 86_400_000
const TO = Date.parse('2026-07-20T03:00:00Z')

describe('past runs', () => {
  it('go round all groups in five and a third days, one at a time', () => {
    const runs = pastRuns(farm, TO - 16 * DAY, TO)
    expect(runs.length).toBe(47)
    expect(new Set(runs.slice(0, 16).map(({ groupId }) => groupId)).size).toBe(16)
    for (const [index, { endAt, startAt }] of runs.entries()) {
      expect(endAt).toBeLessThan(runs[index + 1]?.startAt ?? TO)
      expect(endAt - startAt).toBe(7.75 * 3_600_000)
    }
    expect(runs.at(-1)?.endAt).toBeLessThanOrEqual(TO)
  })

  it('move what the design says: about 818 m³/h, 120 to 150 kW, on 225 mu', () => {
    for (const { volumeM3, energyKwh, areaM2, pumpIds } of pastRuns(farm, TO - 5 * DAY, TO)) {
      expect(volumeM3 / 7.75).toBeGreaterThan(790)
      expect(volumeM3 / 7.75).toBeLessThan(845)
      expect(energyKwh / 7.75).toBeGreaterThan(115)
      expect(energyKwh / 7.75).toBeLessThan(150)
      expect(areaM2 / 666.67).toBeCloseTo(225, 0)
      expect(pumpIds).toHaveLength(2)
    }
  })

  it('are the same whenever they are asked for', () => {
    const later = pastRuns(farm, TO - 6 * DAY, TO + DAY)
    expect(later.slice(0, 15)).toEqual(pastRuns(farm, TO - 6 * DAY, TO).slice(0, 15))
  })
})
