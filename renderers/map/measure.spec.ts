import { describe, expect, it } from 'vitest'
import { velocityOf } from './draw/flow'
import type { LngLat } from './leaflet'
import { areaOf, lengthOf, SQUARE_METRES_OF_MU } from './measure'
import { latY, lngX, metresOfPixel, xLng, yLat } from './mercator'

describe('measuring', () => {
  it('adds up a line in metres', () => {
    expect(lengthOf([])).toBe(0)
    expect(lengthOf([[87.62, 43.81]])).toBe(0)
    // A degree of latitude on the sphere.
    expect(
      lengthOf([
        [87.62, 43],
        [87.62, 44],
      ]),
    ).toBeCloseTo(111_195, -1)
    const east = lengthOf([
      [87.62, 43.81],
      [87.63, 43.81],
    ])
    expect(east).toBeCloseTo(1111.95 * Math.cos((43.81 * Math.PI) / 180), 0)
    expect(
      lengthOf([
        [87.62, 43.81],
        [87.63, 43.81],
        [87.62, 43.81],
      ]),
    ).toBeCloseTo(2 * east, 6)
  })

  it('takes the area of a ring, either way round, in m² and mu', () => {
    const [width, height] = [0.01, 0.01]
    const ring: LngLat[] = [
      [87.62, 43.81],
      [87.62 + width, 43.81],
      [87.62 + width, 43.81 + height],
      [87.62, 43.81 + height],
    ]
    const expected = 1111.95 * 1111.95 * Math.cos((43.815 * Math.PI) / 180)
    expect(Math.abs(areaOf(ring) / expected - 1)).toBeLessThan(0.001)
    expect(areaOf([...ring].reverse())).toBeCloseTo(areaOf(ring), 6)
    expect(15 * SQUARE_METRES_OF_MU).toBeCloseTo(10_000, 6)
  })
})

describe('the Mercator square', () => {
  it('goes there and back', () => {
    expect([lngX(-180), lngX(180), latY(0)]).toEqual([0, 1, 0.5])
    expect(xLng(lngX(87.62))).toBeCloseTo(87.62, 9)
    expect(yLat(latY(43.81))).toBeCloseTo(43.81, 9)
    expect(metresOfPixel(0, 0)).toBeCloseTo(156_543, 0)
  })
})

describe('the water in a pipe', () => {
  const pipe = { id: 'M1', name: '', level: 1, parentId: null, line: [], diameter: 430 } as const
  it('moves as its flow and its section have it, by what is measured before what is predicted', () => {
    expect(velocityOf(pipe, { predictedFlow: 410, measuredFlow: null })).toBeCloseTo(0.784, 3)
    expect(velocityOf(pipe, { predictedFlow: 410, measuredFlow: 205 })).toBeCloseTo(0.392, 3)
  })
  it('is not known without a flow or a diameter', () => {
    expect(velocityOf(pipe, { predictedFlow: null, measuredFlow: null })).toBeNull()
    expect(velocityOf({ ...pipe, diameter: null }, { predictedFlow: 410, measuredFlow: null })).toBeNull()
  })
})
