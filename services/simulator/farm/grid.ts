/** A place on a farm's metric grid: metres east and north of its origin. */
export interface Place {
  readonly x: number
  readonly y: number
}
export interface Degrees {
  readonly longitude: number
  readonly latitude: number
}

/** Where the demo farm lies (`design/field.md §4.1`). */
export const ORIGIN: Degrees = { longitude: 87.62, latitude: 43.81 }
/** Metres of one degree at that latitude. */
const METRES_OF_LONGITUDE = 80_340
const METRES_OF_LATITUDE = 111_130

/** Seven decimals are a centimetre. */
const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7

export function toDegrees({ x, y }: Place): Degrees {
  return {
    longitude: rounded(ORIGIN.longitude + x / METRES_OF_LONGITUDE),
    latitude: rounded(ORIGIN.latitude + y / METRES_OF_LATITUDE),
  }
}

export function toMetres({ longitude, latitude }: Degrees): Place {
  return {
    x: (longitude - ORIGIN.longitude) * METRES_OF_LONGITUDE,
    y: (latitude - ORIGIN.latitude) * METRES_OF_LATITUDE,
  }
}

/** Closed ring of a rectangle between two corners, as [longitude, latitude]. */
export function rectangle(from: Place, to: Place): readonly (readonly [number, number])[] {
  const corners = [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }, from]
  return corners.map((corner) => {
    const { longitude, latitude } = toDegrees(corner)
    return [longitude, latitude] as const
  })
}

/** The ground falls by three in a thousand towards the north; metres above the farm's origin. */
export const heightOf = (y: number): number => -0.003 * y
