import { describe, expect, it } from 'vitest'
import {
  areaOf,
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
    expect(positionsIn('187.62,43.81')).toEqual({ fault: 'point', line: 1 })
    expect(positionsIn('87.62,93.81')).toEqual({ fault: 'point', line: 1 })
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

  it('has three corners at least, and sides that do not cross', () => {
    expect(ringIn('87.62,43.81;87.63,43.81')).toEqual({ fault: 'few' })
    const [a, b, c, d] = SQUARE
    expect(ringIn(positionsText([a, c, b, d]))).toEqual({ fault: 'crossed' })
  })

  it('has an area: 0.01° by 0.01° at 43.81° north is 89.4 ha', () => {
    expect(areaOf(SQUARE)).toBeGreaterThan(893_000)
    expect(areaOf(SQUARE)).toBeLessThan(896_000)
    expect(areaOf([])).toBe(0)
  })
})
