import { areaOf, type Position } from '@runtime/field/outline'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'

/** What a feature becomes, with its number in the file. */
export interface Feature {
  readonly row: number
  readonly entity: 'fieldDevice' | 'fieldNode' | 'fieldPipe' | 'fieldBlock'
  readonly input: Readonly<Record<string, unknown>>
  /** Kept beside the row: the course of a pipe, the outline of a block. */
  readonly shape?: object
}

/**
 * Features by what they are: a point with a `kind` is a device, another point a node, a line a pipe, a polygon a block.
 * @throws ApiError 400 for what is no feature collection
 */
export function featuresOf(bytes: Uint8Array, gatewayId: string | null): readonly Feature[] {
  const features = collectionOf(bytes)
  return features.map((feature, index): Feature => {
    const { geometry, properties } = feature as { geometry?: Geometry; properties?: Record<string, unknown> }
    const own = { ...properties }
    const row = index + 1
    switch (geometry?.type) {
      case 'Point': {
        const [longitude, latitude] = geometry.coordinates as Position
        const input = { ...own, longitude, latitude }
        if (own['kind'] === undefined) return { row, entity: 'fieldNode', input }
        return { row, entity: 'fieldDevice', input: { ...(gatewayId && { gatewayId }), ...input } }
      }
      case 'LineString': {
        const line = geometry.coordinates as readonly Position[]
        const [from, to] = [line[0] ?? [], line.at(-1) ?? []]
        const ends = {
          ...{ startLongitude: from[0], startLatitude: from[1], endLongitude: to[0], endLatitude: to[1] },
        }
        return { row, entity: 'fieldPipe', input: { ...own, ...ends }, shape: geometry }
      }
      case 'Polygon': {
        const ring = (geometry.coordinates as readonly (readonly Position[])[])[0] ?? []
        const input = { areaM2: areaOf(ring), designFlow: 0, ...own }
        return { row, entity: 'fieldBlock', input, shape: geometry }
      }
      default:
        throw new ApiError(CODE.badRequest, '@field.featureUnknown', { params: { row } })
    }
  })
}

interface Geometry {
  readonly type: string
  readonly coordinates: unknown
}

function collectionOf(bytes: Uint8Array): readonly unknown[] {
  try {
    const { features } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as {
      features?: unknown
    }
    if (Array.isArray(features)) return features
  } catch {
    // Said below.
  }
  throw new ApiError(CODE.badRequest, '@field.notGeoJson')
}
