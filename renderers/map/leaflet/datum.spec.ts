import { describe, expect, it } from 'vitest'
import { latY, lngX, worldSize } from '../mercator'
import { fromDatum, type LngLat, toDatum } from './datum'

/** Metres between two places near each other. */
function apart(one: LngLat, other: LngLat): number {
  const north = (one[1] - other[1]) * 111_195
  const east = (one[0] - other[0]) * 111_195 * Math.cos((one[1] * Math.PI) / 180)
  return Math.hypot(north, east)
}

const FARM: LngLat = [87.62, 43.81]
const PLACES: readonly LngLat[] = [
  FARM,
  [116.3913, 39.9075],
  [75.99, 39.47],
  [121.47, 31.23],
  [110.35, 20.02],
]

describe('a datum', () => {
  it('moves Tiananmen as the published pairs of places have it', () => {
    // WGS-84 and GCJ-02 of one place, as the tests of public converters state it.
    expect(apart(toDatum([116.404, 39.915], 'GCJ02'), [116.41024449916938, 39.91640428150164])).toBeLessThan(
      0.02,
    )
    expect(apart(toDatum([116.404, 39.915], 'BD09'), [116.41662724378733, 39.922699552216216])).toBeLessThan(
      2,
    )
  })

  it('is WGS-84 itself, or within centimetres of it', () => {
    expect(toDatum(FARM, 'WGS84')).toEqual(FARM)
    expect(toDatum(FARM, 'CGCS2000')).toEqual(FARM)
    expect(apart(toDatum(FARM, 'GCJ02'), FARM)).toBeGreaterThan(100)
  })

  it.each(['GCJ02', 'BD09'] as const)('%s comes back to within a centimetre', (datum) => {
    for (const place of PLACES)
      expect(apart(fromDatum(toDatum(place, datum), datum), place)).toBeLessThan(0.01)
  })

  it.each([5, 10, 12, 14, 16, 18, 20])(
    'moves tiles to within half a pixel anywhere on them at zoom %i',
    (zoom) => {
      // A tile is laid between its true corners; what is inside it follows in a straight line.
      const size = worldSize(zoom)
      const tile = [
        Math.floor((lngX(FARM[0]) * size) / 256),
        Math.floor((latY(FARM[1]) * size) / 256),
      ] as const
      const truth = (x: number, y: number) => {
        const [lng, lat] = fromDatum(placeAt(x / size, y / size), 'GCJ02')
        return [lngX(lng) * size, latY(lat) * size] as const
      }
      const [left, top] = truth(tile[0] * 256, tile[1] * 256)
      const [right, bottom] = truth(tile[0] * 256 + 256, tile[1] * 256 + 256)
      for (const [u, v] of [
        [0.5, 0.5],
        [0.25, 0.75],
        [1, 0],
        [0, 1],
        [0.5, 0],
      ] as const) {
        const [x, y] = truth(tile[0] * 256 + 256 * u, tile[1] * 256 + 256 * v)
        const shown = [left + (right - left) * u, top + (bottom - top) * v] as const
        expect(Math.hypot(x - shown[0], y - shown[1])).toBeLessThan(0.5)
      }
    },
  )
})

function placeAt(x: number, y: number): LngLat {
  return [(x - 0.5) * 360, (360 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI))) / Math.PI - 90]
}
