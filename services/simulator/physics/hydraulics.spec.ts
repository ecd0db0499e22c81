import { describe, expect, it } from 'vitest'
import { DEMO_FARM } from '../farm/demo'
import { drawFarm } from '../farm/draw'
import { BURST_FLOW, type Controls, createWater } from './hydraulics'
import { currentOf, flowAt, headOf, powerOf } from './pump'
import { toMpa } from './units'

const farm = drawFarm(DEMO_FARM)

function still(changes: Partial<Controls> = {}): Controls {
  return {
    pumpHz: [],
    opening: new Float64Array(320),
    mainOpening: (valve) => (valve.endsWith('IN') ? 0.65 : 1),
    leaks: new Map(),
    clogging: 1,
    ...changes,
  }
}
/** Openings of one rotation group. */
function openingOf(water: ReturnType<typeof createWater>, group: number): Float64Array {
  const members = farm.groups[group - 1]?.members ?? []
  return Float64Array.from(water.network.outlets, ({ valveId, side }) =>
    members.some((member) => member.valveId === valveId && member.openDirection === side) ? 1 : 0,
  )
}
function settled(controls: (water: ReturnType<typeof createWater>) => Controls, seconds = 90) {
  const water = createWater(farm)
  for (let second = 0; second < seconds; second++) water.step(1, controls(water))
  return water
}

describe('a pump', () => {
  it('delivers 500 m³/h at 42 m with 71 to 76 kW, and keeps to the laws of speed', () => {
    expect(headOf(500, 50)).toBeCloseTo(42, 5)
    expect(powerOf(500, 50)).toBeGreaterThan(71)
    expect(powerOf(500, 50)).toBeLessThan(76)
    expect(headOf(0, 25)).toBeCloseTo(13, 5)
    expect(flowAt(42, 50)).toBeCloseTo(500, 5)
    expect(currentOf(73.4)).toBeGreaterThan(110)
    expect(currentOf(73.4)).toBeLessThan(150)
  })
})

describe('the water', () => {
  it('stands at 0.51 MPa behind a pump when every outlet is closed', () => {
    const water = settled(() => still({ pumpHz: [50] }))
    expect(toMpa(water.pumpHead())).toBeCloseTo(0.51, 2)
    expect(water.totalFlow()).toBe(0)
  })

  it('is 818 m³/h for a rotation group, about 40.9 an outlet, with the losses of the design', () => {
    for (const group of [1, 5, 12]) {
      const water = settled((own) => still({ pumpHz: [48.8, 48.8], opening: openingOf(own, group) }))
      expect(water.totalFlow(), `group ${group}`).toBeGreaterThan(780)
      expect(water.totalFlow(), `group ${group}`).toBeLessThan(860)
      const flows = water.network.outlets
        .map((_, index) => water.outletFlow(index))
        .filter((flow) => flow > 0)
      expect(flows).toHaveLength(20)
      expect(Math.min(...flows)).toBeGreaterThan(36)
      expect(Math.max(...flows)).toBeLessThan(46)
      expect(water.filterLoss()).toBeGreaterThan(5)
      expect(water.filterLoss()).toBeLessThan(7)
      expect(toMpa(water.pumpHead())).toBeCloseTo(0.42, 1)
      expect(water.pipeFlow('M1') + water.pipeFlow('M2')).toBeCloseTo(water.totalFlow(), 3)
    }
  })

  it('goes where valves let it: none behind a shut main control valve', () => {
    const water = settled((own) =>
      still({
        pumpHz: [50],
        opening: openingOf(own, 5),
        mainOpening: (valve) => (valve === 'V-M1-IN' ? 0 : 0.8),
      }),
    )
    expect(water.pipeFlow('M1')).toBeCloseTo(0, 3)
    expect(water.headAt(water.vertexAt('F1-03', 10))).toBe(0)
    expect(water.pipeFlow('M2')).toBeGreaterThan(300)
  })

  it('strikes when more than five outlets close at once, not when they close one by one', () => {
    const highest = (closeAt: (index: number) => number) => {
      const water = createWater(farm)
      const opening = openingOf(water, 5)
      const open = [...opening.keys()].filter((index) => opening[index] === 1)
      let most = 0
      for (let second = 0; second < 105; second++) {
        for (const [order, index] of open.entries()) if (second === closeAt(order)) opening[index] = 0
        water.step(1, still({ pumpHz: [45], opening }))
        if (second > 95) most = Math.max(most, water.pumpHead())
      }
      return toMpa(most)
    }
    const staggered = highest((order) => (order < 10 ? 100 + order * 5 : -1))
    expect(highest((order) => (order < 10 ? 100 : -1)) - staggered).toBeGreaterThan(0.07)
  })

  it('leaves by a burst: more flow and less pressure there', () => {
    const controls = (leaks: ReadonlyMap<string, number>) =>
      settled((own) => still({ pumpHz: [48.8, 48.8], opening: openingOf(own, 5), leaks }))
    const sound = controls(new Map())
    const burst = controls(new Map([['F1-04', BURST_FLOW]]))
    const at = (water: typeof sound) => water.headAt(water.vertexAt('F1-04', 10))
    expect(at(burst) / at(sound)).toBeGreaterThan(0.5)
    expect(at(burst) / at(sound)).toBeLessThan(0.7)
    expect(burst.pipeFlow('F1-04') / sound.pipeFlow('F1-04')).toBeGreaterThan(1.35)
    expect(burst.pipeFlow('M1')).toBeGreaterThan(sound.pipeFlow('M1') * 1.05)
  })

  it('comes to rest when the pumps stop', () => {
    const water = createWater(farm)
    const opening = openingOf(water, 5)
    for (let second = 0; second < 60; second++) water.step(1, still({ pumpHz: [49, 49], opening }))
    for (let second = 0; second < 120; second++) water.step(1, still({ opening }))
    expect(water.totalFlow()).toBe(0)
    expect(water.pumpHead()).toBe(0)
  })
})
