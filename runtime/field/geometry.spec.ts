import { expect, it } from 'vitest'
import { judgeGeometry } from './geometry'

const RING = [
  [87.6, 43.8],
  [87.7, 43.8],
  [87.7, 43.9],
  [87.6, 43.8],
]
const CROSSED = [
  [87.6, 43.8],
  [87.7, 43.9],
  [87.7, 43.8],
  [87.6, 43.9],
  [87.6, 43.8],
]
const moved = (by: number) => RING.map(([x = 0, y = 0]) => [x + by, y])

it.each([
  ['swapped', 1, [RING.map(([x, y]) => [y, x])]],
  ['swapped', 1, [RING.map(([x = 0, y]) => [y, x + 30])]],
  ['metres', 1, [RING.map(([x = 0, y = 0]) => [x * 111_319, y * 125_000])]],
  ['range', 1, [moved(150)]],
  ['number', 1, [[['87', 43.8], ...RING.slice(1)]]],
  ['number', 1, [[[Number.NaN, 43.8], ...RING.slice(1)]]],
  ['crossed', 1, [CROSSED]],
  ['open', 1, [[...RING.slice(0, 3), [87.61, 43.85]]]],
  ['few', 1, [RING.slice(0, 3)]],
  ['holeOutside', 2, [RING, moved(1)]],
  ['far', 1, [moved(-160)]],
  ['empty', 0, []],
  ['empty', 1, [[]]],
] as const)('a polygon is %s in its ring %i', (fault, ring, coordinates) => {
  expect(judgeGeometry('Polygon', coordinates, [87.6, 43.8])).toEqual({ fault, ring })
})

it('a ring across 180° is said to be so, and what is right has no fault', () => {
  const ring = [
    [179.9, 1],
    [-179.9, 1],
    [-179.9, 2],
    [179.9, 1],
  ]
  expect(judgeGeometry('Polygon', [ring], [180, 1])).toEqual({ fault: 'antimeridian', ring: 1 })
  expect(judgeGeometry('Polygon', [RING], [87.6, 43.8])).toBeNull()
  expect(judgeGeometry('Point', [43.8, 87.6], [87.6, 43.8])).toEqual({ fault: 'swapped', ring: 0 })
  expect(judgeGeometry('LineString', RING, null)).toBeNull()
})
