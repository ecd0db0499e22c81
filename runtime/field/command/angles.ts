import { type AngleTable, DIRECTION } from '../kinds'

/** Degrees by which a valve may miss its place when its table names no tolerance. */
export const DEFAULT_TOLERANCE = 5
const FULL_CIRCLE = 360

/** Least distance between two places on the circle, in degrees: 358° and 2° are 4° apart. */
export function angleBetween(one: number, other: number): number {
  const apart = Math.abs(one - other) % FULL_CIRCLE
  return Math.min(apart, FULL_CIRCLE - apart)
}

/** Where a three-way valve stands for a direction, in degrees; null when it cannot: a valve without `closed` never closes. */
export function angleOf(table: AngleTable, direction: number): number | null {
  if (direction === DIRECTION.a) return table.a
  if (direction === DIRECTION.b) return table.b
  if (direction === DIRECTION.both) return table.both
  return table.closed ?? null
}

/** Degrees that a valve can stand at: 450° is no 90°, but a sensor that has come loose or counts turns, and proves nothing. */
const isPlace = (angle: number): boolean => angle >= 0 && angle < FULL_CIRCLE

/** Whether a reported angle is a place of the table, by the table's tolerance. */
export const standsAt = (table: AngleTable, angle: number, place: number): boolean =>
  isPlace(angle) && angleBetween(place, angle) <= (table.tolerance ?? DEFAULT_TOLERANCE)

/** The direction of a reported angle; null between two places, and where the valve cannot stand. */
export function directionOf(table: AngleTable, angle: number): number | null {
  if (!isPlace(angle)) return null
  const tolerance = table.tolerance ?? DEFAULT_TOLERANCE
  const places = [DIRECTION.none, DIRECTION.a, DIRECTION.b, DIRECTION.both].flatMap((direction) => {
    const place = angleOf(table, direction)
    return place === null ? [] : [{ direction, apart: angleBetween(place, angle) }]
  })
  const nearest = places.reduce((best, place) => (place.apart < best.apart ? place : best), {
    direction: -1,
    apart: FULL_CIRCLE,
  })
  return nearest.apart <= tolerance ? nearest.direction : null
}
