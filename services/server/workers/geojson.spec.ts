import { expect, it } from 'vitest'
import { readPlan } from './geojson'
import { openWorkers } from './pool'

const featuresOf = (bytes: Uint8Array, gatewayId: string | null) => {
  const read = readPlan({ bytes, gatewayId, most: 10 })
  return 'features' in read ? read.features : []
}

const bytesOf = (coordinates: readonly unknown[], properties: object) =>
  new TextEncoder().encode(
    JSON.stringify({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', geometry: { type: 'LineString', coordinates }, properties }],
    }),
  )

it('a pipe with bends keeps them all, and is as long as its course unless the file says how long it is', () => {
  // 0.01° north, 0.01° east, 0.01° south: three sides, of which the start and the end are but one apart.
  const course = [
    [87.6, 43.8],
    [87.6, 43.81],
    [87.61, 43.81],
    [87.61, 43.8],
  ]
  const [bent] = featuresOf(bytesOf(course, { name: 'U', level: 1 }), null)
  expect(bent).toMatchObject({
    entity: 'fieldPipe',
    input: { startLongitude: 87.6, startLatitude: 43.8, endLongitude: 87.61, endLatitude: 43.8 },
    shape: { type: 'LineString', coordinates: course },
  })
  expect(Number(bent?.input['lengthM'])).toBeCloseTo(2 * 1113.2 + 803.4, -1)
  expect(featuresOf(bytesOf(course, { lengthM: 3100 }), null)[0]?.input['lengthM']).toBe(3100)
  // A straight one is measured from its ends, wherever they are moved to.
  expect(featuresOf(bytesOf([course[0], course[3]], {}), null)[0]?.input).not.toHaveProperty('lengthM')
})

it('is read in a thread, and refused by what is wrong with it', async () => {
  const workers = openWorkers()
  const read = (text: string, most = 10) =>
    workers.run('geojson', { bytes: new TextEncoder().encode(text), gatewayId: null, most })
  try {
    const point = { geometry: { type: 'Point', coordinates: [87.6, 43.8] }, properties: { name: '点' } }
    const text = JSON.stringify({ features: [point, point] })
    expect(await read(text)).toMatchObject({ features: [{ row: 1, entity: 'fieldNode' }, { row: 2 }] })
    expect(await read(text, 1)).toEqual({ refused: 'tooMany' })
    expect(await read('{"features":')).toEqual({ refused: 'notGeoJson' })
    expect(await read(JSON.stringify({ features: [point, {}] }))).toEqual({ refused: 'unknown', row: 2 })
  } finally {
    await workers.close()
  }
})
