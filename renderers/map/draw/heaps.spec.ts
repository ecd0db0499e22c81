import { describe, expect, it } from 'vitest'
import { heaped, type Spot } from './heaps'

const spot = (x: number, y: number, marker: number): Spot => ({ x, y, markers: [marker] })
const sizes = (spots: readonly Spot[]) => spots.map(({ markers }) => markers.length).sort((a, b) => b - a)

describe('badges that would hide each other', () => {
  it('are one, in the middle of them, whatever their order', () => {
    // 17 pixels between the middles of badges of 26: each touches the next alone.
    const pumps = [spot(100, 100, 0), spot(100, 117, 1), spot(100, 134, 2)]
    for (const order of [pumps, [...pumps].reverse(), [pumps[1], pumps[0], pumps[2]] as Spot[]]) {
      const [heap, ...others] = heaped(order, 26)
      expect(others).toEqual([])
      expect(heap).toMatchObject({ x: 100, y: 117 })
      expect([...(heap?.markers ?? [])].sort()).toEqual([0, 1, 2])
    }
  })

  it('stand beside each other as long as they can be told apart, and where they are but two', () => {
    const apart = [0, 1, 2, 3].map((place) => spot(50 + place * 19, 50, place))
    expect(heaped(apart, 26)).toEqual(apart)
    const two = [spot(10, 10, 0), spot(15, 10, 1)]
    expect(heaped(two, 26)).toEqual(two)
  })

  it('never make one of a whole row', () => {
    const row = Array.from({ length: 40 }, (_, place) => spot(20 + place * 10, 20, place))
    const heaps = heaped(row, 20)
    expect(heaps.flatMap(({ markers }) => markers).sort((a, b) => a - b)).toEqual(row.map((_, at) => at))
    expect(sizes(heaps)[0]).toBeLessThanOrEqual(7)
  })

  it('take in a bubble that stands among them, weighed by what it stands for', () => {
    const [heap] = heaped([{ x: 0, y: 0, markers: [0, 1, 2] }, spot(8, 0, 3)], 20)
    expect(heap).toEqual({ x: 2, y: 0, markers: [0, 1, 2, 3] })
  })
})
