import type { Position } from '@runtime/field/geometry'
import { IMPORT_ROWS } from '@services/contract/areas/field/field-admin'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../../http/errors'
import type { Feature } from '../../../../workers/geojson'
import type { Workers } from '../../../../workers/pool'
import { refusalOf } from '../../../../workers/refusal'

/**
 * The features of a GeoJSON file, read in a thread of its own: twenty megabytes of text take a second.
 * @throws ApiError 400 for what is no feature collection, is of another reference system, has too many features or one of no known kind
 */
export async function featuresOf(
  workers: Workers,
  bytes: Uint8Array,
  gatewayId: string | null,
  near: Position | null,
): Promise<readonly Feature[]> {
  const read = await workers
    .run('geojson', { bytes, gatewayId, near, most: IMPORT_ROWS })
    .catch((error: unknown) => {
      throw refusalOf(error, '@field.notGeoJson')
    })
  if ('features' in read) return read.features
  if (read.refused === 'unknown')
    throw new ApiError(CODE.badRequest, '@field.featureUnknown', { params: { row: read.row } })
  if (read.refused === 'crs')
    throw new ApiError(CODE.badRequest, '@field.crsForeign', { params: { name: read.name } })
  throw read.refused === 'tooMany'
    ? new ApiError(CODE.badRequest, '@field.tooManyRows', { params: { most: IMPORT_ROWS } })
    : new ApiError(CODE.badRequest, '@field.notGeoJson')
}
