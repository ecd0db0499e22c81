import { foreignCrs } from '@runtime/field/crs'
import { type Judged, judgeGeometry, type Position } from '@runtime/field/geometry'
import { areaOf, lengthOf } from '@runtime/field/outline'
import { asRecord } from '@runtime/json'

/** What a feature becomes, with its number in the file. */
export interface Feature {
  readonly row: number
  readonly entity: 'fieldDevice' | 'fieldNode' | 'fieldPipe' | 'fieldBlock'
  readonly input: Readonly<Record<string, unknown>>
  /** Kept beside the row: the course of a pipe, the outline of a block. */
  readonly shape?: object
  /** What is wrong with its geometry: it cannot be taken. */
  readonly fault?: Judged
}

/** The features of a plan, or why they are not to be had: no collection, more than are taken, places of another system, or a feature of no known kind. */
export type PlanRead =
  | { readonly features: readonly Feature[] }
  | { readonly refused: 'notGeoJson' | 'tooMany' }
  | { readonly refused: 'crs'; readonly name: string }
  | { readonly refused: 'unknown'; readonly row: number }

export interface PlanInput {
  readonly bytes: Uint8Array
  readonly gatewayId: string | null
  /** Where the farm is; null where nobody has said. */
  readonly near?: Position | null
  /** Features that are taken. */
  readonly most: number
}

/** Features by what they are: a point with a `kind` is a device, another point a node, a line a pipe, a polygon a block. */
export function readPlan({ bytes, gatewayId, most, near = null }: PlanInput): PlanRead {
  const found = collectionOf(bytes)
  if (!found) return { refused: 'notGeoJson' }
  const { crs, features: all } = found
  const name = [crs, ...all.map(crsOf)].map(foreignCrs).find((one) => one !== null)
  if (name) return { refused: 'crs', name }
  if (all.length > most) return { refused: 'tooMany' }
  const features: Feature[] = []
  for (const [index, feature] of all.entries()) {
    const known = featureOf(feature, index + 1, gatewayId, near)
    if (!known) return { refused: 'unknown', row: index + 1 }
    features.push(known)
  }
  return { features }
}

function featureOf(
  feature: unknown,
  row: number,
  gatewayId: string | null,
  near: Position | null,
): Feature | null {
  const { geometry, properties } = asRecord(feature) as {
    geometry?: Geometry | null
    properties?: Record<string, unknown> | null
  }
  const own = { ...properties }
  const entity = ENTITY[geometry?.type ?? '']
  if (!geometry || !entity) return null
  const fault = judgeGeometry(geometry.type ?? '', geometry.coordinates, near)
  if (fault) return { row, entity, input: own, fault }
  const line = placesOf(geometry)
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

const ENTITY: Readonly<Record<string, Feature['entity']>> = {
  Point: 'fieldNode',
  LineString: 'fieldPipe',
  Polygon: 'fieldBlock',
}

/** The places of a point, a line, or a polygon's outer ring, which have been judged. */
function placesOf({ type, coordinates }: Geometry): readonly Position[] {
  if (type === 'Point') return [coordinates as Position]
  return type === 'LineString' ? (coordinates as Position[]) : ((coordinates as Position[][])[0] ?? [])
}

/** A feature, or its geometry, may say it for itself. */
function crsOf(feature: unknown): unknown {
  const { crs, geometry } = asRecord(feature)
  return crs ?? asRecord(geometry)['crs']
}

interface Geometry {
  readonly type?: string
  readonly coordinates?: unknown
}

function collectionOf(bytes: Uint8Array): { crs: unknown; features: readonly unknown[] } | null {
  try {
    const { crs, features } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as {
      crs?: unknown
      features?: unknown
    }
    if (Array.isArray(features)) return { crs, features }
  } catch {
    // It is none.
  }
  return null
}
