import { describe, expect, it } from 'vitest'
import { gapsOf, type Point, thin, thinDirections } from './thin'

const MINUTE = 60_000
const wave = Array.from({ length: 10_000 }, (_, minute): Point => [minute * MINUTE, Math.sin(minute / 100)])

describe('a long series', () => {
  it('of few points is as it was', () => {
    expect(thin(wave.slice(0, 50), 100, 'lttb')).toEqual(wave.slice(0, 50))
  })

  for (const method of ['lttb', 'minmax', 'avg'] as const)
    it(`is thinned by ${method} to what was asked for, in the order of time`, () => {
      const thinned = thin(wave, 500, method)
      expect(thinned.length).toBeLessThanOrEqual(500)
      expect(thinned.length).toBeGreaterThan(400)
      expect(thinned.map(([at]) => at)).toEqual(thinned.map(([at]) => at).sort((a, b) => a - b))
    })

  it('keeps its single peak where triangles or extremes choose, and flattens it in means', () => {
    const spiked = wave.map(([at, value], index): Point => [at, index === 4321 ? 40 : value])
    const top = (method: 'lttb' | 'minmax' | 'avg') =>
      Math.max(...thin(spiked, 500, method).map(([, value]) => value))
    expect(top('lttb')).toBe(40)
    expect(top('minmax')).toBe(40)
    expect(top('avg')).toBeLessThan(5)
  })

  it('tells where nothing was measured', () => {
    const holed = wave.filter((_, index) => index < 100 || index > 160)
    expect(gapsOf(holed, MINUTE)).toEqual([[99 * MINUTE, 161 * MINUTE]])
    expect(gapsOf(wave, MINUTE)).toEqual([])
  })

  it('was not silent where it came more seldom for a while, but is where it stayed away even then', () => {
    const [early, late] = [wave.slice(0, 600), wave.slice(600, 900)]
    const seldom = early.filter(
      ([at]) => at % (10 * MINUTE) === 0 && (at < 200 * MINUTE || at > 300 * MINUTE),
    )
    expect(gapsOf([...seldom, ...late], MINUTE)).toEqual([[190 * MINUTE, 310 * MINUTE]])
  })

  it('was silent between readings that are too few to tell how often it came', () => {
    const lone = [0, 100, 300].map((minute): Point => [minute * MINUTE, 1])
    expect(gapsOf(lone, MINUTE)).toHaveLength(2)
  })
})

describe('a long series of directions', () => {
  /** Always about north: twenty degrees to either side of it. */
  const north = Array.from({ length: 5_000 }, (_, minute): Point => {
    return [minute * MINUTE, (360 + 20 * Math.sin(minute / 50)) % 360]
  })
  const off = (value: number) => Math.min(value, 360 - value)

  for (const method of ['lttb', 'minmax', 'avg'] as const)
    it(`is thinned by ${method} without a way through the south`, () => {
      const thinned = thinDirections(north, 100, method)
      expect(thinned.length).toBeLessThanOrEqual(100)
      for (const [, value] of thinned) expect(off(value)).toBeLessThanOrEqual(20.001)
    })

  it('turns as far as it did, to both sides', () => {
    const sides = thinDirections(north, 100, 'minmax').map(([, value]) => (value > 180 ? value - 360 : value))
    expect([Math.min(...sides), Math.max(...sides)].map(Math.round)).toEqual([-20, 20])
  })
})
