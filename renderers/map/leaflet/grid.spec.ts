import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GRIDS } from './grid'

const names = ['mercator', 'degrees'] as const
const lng = fc.double({ min: -180, max: 180, noNaN: true })
const lat = fc.double({ min: -85, max: 85, noNaN: true })
const zoom = fc.integer({ min: 1, max: 20 })

describe('a grid of tiles', () => {
  it.each(names)('%s leads from a place to its tile and back', (name) => {
    fc.assert(
      fc.property(lng, lat, zoom, (x, y, z) => {
        const [column, row] = GRIDS[name].at([x, y], z)
        const [backX, backY] = GRIDS[name].place(column, row, z)
        expect(Math.abs(backX - x) + Math.abs(backY - y)).toBeLessThan(1e-6)
      }),
    )
  })

  it('of Web Mercator is a square, of degrees twice as wide as high', () => {
    expect(GRIDS.mercator.place(0, 0, 1)[1]).toBeCloseTo(85.0511, 3)
    expect(GRIDS.mercator.place(2, 2, 1)).toEqual([180, expect.closeTo(-85.0511, 3)])
    expect(GRIDS.degrees.place(0, 0, 1)).toEqual([-180, 90])
    expect(GRIDS.degrees.place(2, 1, 1)).toEqual([180, -90])
  })

  it('of degrees knows the tile of a place by its published formula', () => {
    // Column (lng + 180) / (360 / 2^z), row (90 - lat) / (360 / 2^z), as the tile matrix sets of EPSG:4490 have it.
    expect(GRIDS.degrees.at([87.62, 43.81], 10).map(Math.floor)).toEqual([761, 131])
  })
})
