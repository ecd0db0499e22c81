import { expect, it } from 'vitest'
import { outletCount, tapped } from './picks'

it('goes round A, B, both and out again with each tap', () => {
  const directions = []
  let picks = tapped([], 'T1', 'N1')
  for (let taps = 0; taps < 3; taps += 1) {
    directions.push(picks[0]?.direction)
    picks = tapped(picks, 'T1', 'N1')
  }
  expect(directions).toEqual([1, 2, 3])
  expect(picks).toEqual([])
})

it('leaves the others where they are and counts both sides', () => {
  let picks = tapped(tapped([], 'T1', 'N1'), 'T2', 'N2')
  picks = tapped(tapped(picks, 'T1', 'N1'), 'T1', 'N1')
  expect(picks.map(({ valveId, direction }) => [valveId, direction])).toEqual([
    ['T1', 3],
    ['T2', 1],
  ])
  expect(outletCount(picks)).toBe(3)
})
