import { areaOf, lengthOf, type Position } from '@runtime/field/outline'
import { asRecord } from '@runtime/json'

/** What a feature becomes, with its number in the file. */
export interface Feature {
  readonly row: number
  readonly entity: 'fieldDevice' | 'fieldNode' | 'fieldPipe' | 'fieldBlock'
  readonly input: Readonly<Record<string, unknown>>
  /** Kept beside the row: the course of a pipe, the outline of a block. */
  readonly shape?: object
}

/** The features of a plan, or why they are not to be had: no collection, more than are taken, or a feature of no known kind. */
export type PlanRead =
  | { readonly features: readonly Feature[] }
  | { readonly refused: 'notGeoJson' | 'tooMany' }
  | { readonly refused: 'unknown'; readonly row: number }

export interface PlanInput {
  readonly bytes: Uint8Array
  readonly gatewayId: string | null
  /** Features that are taken. */
  readonly most: number
}

/** Features by what they are: a point with a `kind` is a device, another point a node, a line a pipe, a polygon a block. */
export function readPlan({ bytes, gatewayId, most }: PlanInput): PlanRead {
  const found = collectionOf(bytes)
  if (!found) return { refused: 'notGeoJson' }
  if (found.length > most) return { refused: 'tooMany' }
  const features: Feature[] = []
  for (const [index, feature] of found.entries()) {
    const known = featureOf(feature, index + 1, gatewayId)
    if (!known) return { refused: 'unknown', row: index + 1 }
    features.push(known)
  }
  return { features }
}

function featureOf(feature: unknown, row: number, gatewayId: string | null): Feature | null {
  const { geometry, properties } = asRecord(feature) as {
    geometry?: Geometry | null
    properties?: Record<string, unknown> | null
  }
  const own = { ...properties }
  const line = placesOf(geometry)
  if (!geometry || !line) return null
  const [from, to] = [line[0] ?? [], line.at(-1) ?? []]
  if (geometry.type === 'Point') {
    const input = { ...own, longitude: from[0], latitude: from[1] }
    if (own['kind'] === undefined) return { row, entity: 'fieldNode', input }
    return { row, entity: 'fieldDevice', input: { ...(gatewayId && { gatewayId }), ...input } }
  }
  if (geometry.type === 'LineString') {
    const ends = {
      ...{ startLongitude: from[0], startLatitude: from[1], endLongitude: to[0], endLatitude: to[1] },
    }
    // A pipe with bends is longer than the way from its start to its end.
    const length = line.length > 2 && { lengthM: lengthOf(line) }
    return { row, entity: 'fieldPipe', input: { ...length, ...own, ...ends }, shape: geometry }
  }
  const input = { areaM2: areaOf(line), designFlow: 0, ...own }
  return { row, entity: 'fieldBlock', input, shape: geometry }
}

/** The places of a point, a line, or a polygon's outer ring; null for what is none of these, or is broken. */
function placesOf(geometry: Geometry | null | undefined): readonly Position[] | null {
  const { type, coordinates } = geometry ?? {}
  const places =
    type === 'Point'
      ? [coordinates]
      : type === 'LineString'
        ? coordinates
        : type === 'Polygon' && Array.isArray(coordinates)
          ? coordinates[0]
          : null
  const isPlace = (place: unknown) =>
    Array.isArray(place) && typeof place[0] === 'number' && typeof place[1] === 'number'
  const least = { Point: 1, LineString: 2, Polygon: 4 }[type ?? ''] ?? 0
  return Array.isArray(places) && places.length >= least && places.every(isPlace) ? places : null
}

interface Geometry {
  readonly type?: string
  readonly coordinates?: unknown
}

function collectionOf(bytes: Uint8Array): readonly unknown[] | null {
  try {
    const { features } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as {
      features?: unknown
    }
    if (Array.isArray(features)) return features
  } catch {
    // It is none.
  }
  return null
}
