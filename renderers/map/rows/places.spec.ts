import { describe, expect, it } from 'vitest'
import { latY, lngX } from '../mercator'
import { anchorOf, around, hitOf, placesOf, shapeOf } from './places'

const members = { longitude: 'lng', latitude: 'lat', shape: 'outline' }
const square = [
  [10, 10],
  [20, 10],
  [20, 20],
  [10, 20],
  [10, 10],
]
const at = (lng: number, lat: number): readonly [number, number] => [lngX(lng), latY(lat)]

describe('where rows are', () => {
  it('is a point of two members, numbers or their text, or a shape in its place', () => {
    const places = placesOf(
      [
        { lng: 87.6, lat: 43.8 },
        { lng: '87.6', lat: '43.8' },
        { lng: 1, lat: 1, outline: square },
      ],
      members,
    )
    expect(places.map(({ index, kind }) => [index, kind])).toEqual([
      [0, 'point'],
      [1, 'point'],
      [2, 'area'],
    ])
    expect(places[0]?.parts).toEqual([at(87.6, 43.8)])
  })

  it.each([
    [{}],
    [{ lng: null, lat: 1 }],
    [{ lng: '', lat: '' }],
    [{ lng: 'x', lat: 2 }],
    [{ lng: 181, lat: 2 }],
    [{ lng: 1, lat: Number.POSITIVE_INFINITY }],
    [{ outline: '{' }],
    [{ outline: 7 }],
    [{ outline: [] }],
    [{ outline: [[1, 2]] }],
    [{ outline: { type: 'Cube', coordinates: 3 } }],
    [{ outline: { type: 'Polygon', coordinates: [[['a', 'b']]] } }],
    [{ outline: { type: 'Feature', geometry: null } }],
  ])('is nowhere for %j', (row) => {
    expect(placesOf([row], members)).toEqual([])
  })

  it.each([
    ['Point', [1, 2], 'point', 1],
    [
      'MultiPoint',
      [
        [1, 2],
        [3, 4],
      ],
      'point',
      2,
    ],
    [
      'LineString',
      [
        [1, 2],
        [3, 4],
      ],
      'line',
      1,
    ],
    ['MultiLineString', [square, square], 'line', 2],
    ['Polygon', [square, square], 'area', 2],
    ['MultiPolygon', [[square], [square]], 'area', 2],
  ] as const)(
    'is read from a GeoJSON %s, also as text and in a feature',
    (type, coordinates, kind, parts) => {
      for (const given of [
        { type, coordinates },
        JSON.stringify({ type, coordinates }),
        { type: 'Feature', geometry: { type, coordinates } },
      ])
        expect(shapeOf(given)).toMatchObject({ kind, parts: { length: parts } })
    },
  )

  it('has a box around all, and none around nothing', () => {
    expect(around([])).toBeNull()
    const [west, south] = at(10, 10)
    const [east, north] = at(30, 30)
    expect(around(placesOf([{ outline: square }, { lng: 30, lat: 30 }], members))).toEqual({
      west,
      north,
      east,
      south,
    })
  })
})

describe('what is pointed at', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [40, 0],
    ],
  }
  const inner = {
    type: 'Polygon',
    coordinates: [
      [
        [12, 12],
        [14, 12],
        [14, 14],
        [12, 14],
        [12, 12],
      ],
    ],
  }
  const holed = {
    type: 'Polygon',
    coordinates: [
      square,
      [
        [16, 16],
        [18, 16],
        [18, 18],
        [16, 18],
        [16, 16],
      ],
    ],
  }
  const places = placesOf(
    [{ outline: line }, { outline: holed }, { outline: inner }, { lng: 13, lat: 13 }],
    members,
  )
  const hit = (lng: number, lat: number, reach = 0.001) => hitOf(places, ...at(lng, lat), reach)?.index

  it('is a point before a line before the smallest area, and nothing in a hole or beside all', () => {
    expect(hit(13, 13)).toBe(3)
    expect(hit(12.2, 12.2)).toBe(2)
    expect(hit(15, 15)).toBe(1)
    expect(hit(17, 17)).toBeUndefined()
    expect(hit(20, 0.1)).toBe(0)
    expect(hit(20, 5)).toBeUndefined()
  })

  it('is where its popup points', () => {
    expect(places.map((place) => anchorOf(place).length)).toEqual([2, 2, 2, 2])
    expect(anchorOf(places[3] as never)).toEqual(at(13, 13))
  })

  it('is found among 5,000 points, each only by who points at it', () => {
    const many = placesOf(
      Array.from({ length: 5000 }, (_, index) => ({
        lng: (index % 100) / 10,
        lat: Math.floor(index / 100) / 10,
      })),
      members,
    )
    expect(hitOf(many, ...at(4.2, 3.7), 1e-5)?.index).toBe(3742)
  })
})
