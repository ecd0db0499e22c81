import type { LngLat } from './leaflet'

/** Metres: the earth's mean radius. */
const EARTH = 6_371_008.8
export const SQUARE_METRES_OF_MU = 2000 / 3

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Metres along a line of places, on the sphere. */
export function lengthOf(places: readonly LngLat[]): number {
  let length = 0
  for (const [index, place] of places.entries()) {
    const before = places[index - 1]
    if (before) length += distance(before, place)
  }
  return length
}

function distance([lng1, lat1]: LngLat, [lng2, lat2]: LngLat): number {
  const [north, east] = [radians(lat2 - lat1) / 2, radians(lng2 - lng1) / 2]
  const half = Math.sin(north) ** 2 + Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * Math.sin(east) ** 2
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** Square metres inside a ring of places (closed by itself), on the sphere. */
export function areaOf(places: readonly LngLat[]): number {
  let sum = 0
  for (const [index, [lng, lat]] of places.entries()) {
    const [nextLng, nextLat] = places[(index + 1) % places.length] ?? [lng, lat]
    sum += radians(nextLng - lng) * (2 + Math.sin(radians(lat)) + Math.sin(radians(nextLat)))
  }
  return Math.abs((sum * EARTH * EARTH) / 2)
}
