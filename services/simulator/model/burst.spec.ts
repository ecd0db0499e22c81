import { describe, expect, it } from 'vitest'
import { burstsAreSeen, watched } from './specs/watched'

describe('what the watch sees of the simulated farm', { timeout: 60_000 }, () => {
  it('is nothing while a group is begun, watered, and loses one of its pumps', () => {
    const farm = watched(5)
    expect(farm.pass(45)).toBeNull()
    farm.startPumps()
    expect(farm.pass(150)).toBeNull()
    expect(farm.flow('FM-1')).toBeGreaterThan(780)
    farm.stopPump()
    expect(farm.pass(60)).toBeNull()
  })

  burstsAreSeen([5])

  it('of pumps without water is a trip by I07 after a minute', () => {
    const farm = watched(5)
    farm.pass(45)
    farm.startPumps()
    farm.pass(120)
    farm.fault('dryRun', '')
    const tripped = farm.pass(120)
    expect(tripped?.second).toBeGreaterThanOrEqual(60)
    expect(tripped?.second).toBeLessThan(90)
    expect(tripped?.stops.map(({ code, latch }) => [code, latch])).toEqual([
      ['I07', true],
      ['I07', true],
    ])
  })
})
