import { describe, expect, it } from 'vitest'
import { DEMO_FARM } from '../farm/demo'
import { drawFarm } from '../farm/draw'
import { pastRuns } from '../farm/past'
import { createPastSpreader, tankOf } from './spreader'

const DAY = 86_400_000
const MINUTE = 60_000
const TO = Date.parse('2026-07-20T03:00:00Z')
const farm = drawFarm(DEMO_FARM)
const runs = pastRuns(farm, TO - 30 * DAY, TO)
const measured = createPastSpreader(tankOf(farm), runs)

describe('the past of a spreader', () => {
  it('is fed in turns of all groups, 330 L each, while their water runs', () => {
    const round = pastRuns(farm, TO - 90 * DAY, TO).filter(({ injection }) => injection)
    expect(new Set(round.map(({ groupId }) => groupId)).size).toBe(16)
    for (const { startAt, endAt, injection } of runs) {
      if (!injection) continue
      let litres = 0
      for (let at = startAt; at < endAt; at += MINUTE) litres += (measured(at)['rate1'] ?? 0) / 60
      expect(litres).toBeCloseTo(330)
      expect(measured(injection.from)).toMatchObject({ ec: 1.8, ph: 6.4 })
      expect(measured(injection.to)).toMatchObject({ rate1: 0, ec: 0.6, ph: 7.8 })
    }
  })

  it('leaves its tanks as the live one finds them, and never empty or overfull before', () => {
    expect(measured(TO)).toMatchObject({ tank1: 63, tank2: 78, tank3: 71 })
    const levels = Array.from(
      { length: 30 * 144 },
      (_, step) => measured(TO - step * 10 * MINUTE)['tank1'] ?? 0,
    )
    expect(Math.min(...levels)).toBeGreaterThanOrEqual(30)
    expect(Math.max(...levels)).toBeLessThanOrEqual(96)
  })
})
