import gcoord from 'gcoord'
import type { TileSource } from '../store/snapshot'

export type Datum = TileSource['datum']
export type LngLat = readonly [lng: number, lat: number]

/** CGCS2000 differs from WGS-84 by centimetres: far below a pixel. */
const NAMES = {
  GCJ02: gcoord.GCJ02,
  BD09: gcoord.BD09,
} as const

/** Rounds of the inverse; each brings it about a thousand times nearer, the second below a centimetre. */
const ROUNDS = 4

/** A place as the tiles of a datum have it; data are WGS-84 and stay so (`design/field.md §1`). */
export function toDatum(place: LngLat, datum: Datum): LngLat {
  if (datum === 'WGS84' || datum === 'CGCS2000') return place
  const [lng, lat] = gcoord.transform([place[0], place[1]], gcoord.WGS84, NAMES[datum])
  return [lng ?? place[0], lat ?? place[1]]
}

/** Where a place of the tiles is in truth. The shift has no closed inverse: the forward formula is repeated. */
export function fromDatum(place: LngLat, datum: Datum): LngLat {
  if (datum === 'WGS84' || datum === 'CGCS2000') return place
  let guess = place
  for (let round = 0; round < ROUNDS; round += 1) {
    const shown = toDatum(guess, datum)
    guess = [guess[0] + place[0] - shown[0], guess[1] + place[1] - shown[1]]
  }
  return guess
}
