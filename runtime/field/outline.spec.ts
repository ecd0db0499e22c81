import { describe, expect, it } from 'vitest'
import {
  areaOf,
  bendsOf,
  cornersText,
  isShapeFault,
  MOST_POSITIONS,
  positionsIn,
  positionsText,
  ringIn,
} from './outline'

const SQUARE = [
  [87.62, 43.81],
  [87.63, 43.81],
  [87.63, 43.82],
  [87.62, 43.82],
] as const

describe('places that somebody has written', () => {
  it('stand one a line, with semicolons, or in GeoJSON of any wrapping', () => {
    const text = '87.62,43.81\n87.63, 43.81\n\n87.63，43.82；87.62 43.82'
    expect(positionsIn(text)).toEqual(SQUARE)
    expect(positionsIn(positionsText(SQUARE))).toEqual(SQUARE)
    const polygon = { type: 'Polygon', coordinates: [SQUARE.map((place) => [...place, 850])] }
    for (const value of [
      polygon,
      { type: 'Feature', properties: {}, geometry: polygon },
      {
        type: 'FeatureCollection',
        features: [
          { type: 'Feature', geometry: null },
          { type: 'Feature', geometry: polygon },
        ],
      },
      { type: 'LineString', coordinates: SQUARE },
    ])
      expect(positionsIn(JSON.stringify(value))).toEqual(SQUARE)
    expect(positionsIn('  ')).toEqual([])
  })

  it('are refused by the line at fault', () => {
    expect(positionsIn('87.62,43.81\n87.63')).toEqual({ fault: 'point', line: 2 })
    expect(positionsIn('{"type":"Point","coordinates":[1,2]}')).toEqual({ fault: 'point', line: 1 })
    expect(positionsIn('{"type":"LineString","coordinates":[[1,2],["x",2]]}')).toEqual({
      fault: 'point',
      line: 2,
    })
    expect(positionsIn('{')).toEqual({ fault: 'point', line: 1 })
    const many = positionsText(Array.from({ length: MOST_POSITIONS + 1 }, () => [1, 2]))
    expect(positionsIn(many)).toEqual({ fault: 'many' })
  })
})

describe('an outline', () => {
  it('is closed, and written without its closing corner', () => {
    const ring = ringIn(positionsText(SQUARE))
    expect(ring).toEqual([...SQUARE, SQUARE[0]])
    if (!isShapeFault(ring)) expect(cornersText(ring)).toBe(positionsText(SQUARE))
    expect(ringIn(positionsText([...SQUARE, SQUARE[0]]))).toEqual(ring)
    expect(ringIn('')).toEqual([])
  })

  it.each([
    ['few', '87.62,43.81;87.63,43.81'],
    ['few', '87.62,43.81'],
    ['swapped', '43.81,87.62;43.81,87.63;43.82,87.63'],
    ['swapped', '43.81,117.62;43.81,117.63;43.82,117.63'],
    ['metres', '9753798,5435266;9754911,5435266;9754911,5436809'],
    ['range', '187.62,43.81;187.63,43.81;187.63,43.82'],
    ['far', '12.62,43.81;12.63,43.81;12.63,43.82'],
    ['crossed', '87.62,43.81;87.63,43.82;87.63,43.81;87.62,43.82'],
    ['open', JSON.stringify({ type: 'Polygon', coordinates: [SQUARE] })],
  ])('of %s is judged as a file is: %s', (fault, text) => {
    expect(ringIn(text, [87.6, 43.8])).toEqual({ fault })
  })

  it('does not go across 180°, and says that it is of another reference system', () => {
    expect(ringIn('179.9,1;-179.9,1;-179.9,2', [180, 1])).toEqual({ fault: 'antimeridian' })
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } }
    expect(ringIn(JSON.stringify({ crs, type: 'FeatureCollection', features: [] }))).toEqual({
      fault: 'crs',
      name: 'EPSG:3857',
    })
  })

  it('of bends is judged with the ends of its pipe', () => {
    const ends = [SQUARE[0], SQUARE[2]] as const
    expect(bendsOf('87.625,43.81', ends, [87.6, 43.8])).toEqual([[87.625, 43.81]])
    expect(bendsOf('87.625,43.81', null)).toEqual([[87.625, 43.81]])
    expect(bendsOf('-87.625,43.81', ends, [87.6, 43.8])).toEqual({ fault: 'far' })
    expect(bendsOf('43.81,97.625', ends)).toEqual({ fault: 'swapped' })
    expect(bendsOf('', ends)).toEqual([])
  })

  it('has an area: 0.01° by 0.01° at 43.81° north is 89.4 ha', () => {
    expect(areaOf(SQUARE)).toBeGreaterThan(893_000)
    expect(areaOf(SQUARE)).toBeLessThan(896_000)
    expect(areaOf([])).toBe(0)
  })
})
