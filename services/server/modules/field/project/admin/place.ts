import { judgeGeometry, type Position } from '@runtime/field/geometry'
import type { Db, Tx } from '../../../../module'
import type { Input, Refuse, Stored } from './entity'
import type { References } from './references'

/** Members of a place, and what the first of them is called: a locale key. */
export interface PlaceNames {
  readonly longitude: string
  readonly latitude: string
  readonly title: string
}

export const OWN_PLACE: PlaceNames = {
  longitude: 'longitude',
  latitude: 'latitude',
  title: '@fieldPage.longitude',
}

/** Where a farm is: as somebody has said, else in the middle of its boundary; null where nothing tells. */
export async function farmPlace(db: Db | Tx, projectId: unknown): Promise<Position | null> {
  if (typeof projectId !== 'string') return null
  const farm = await db
    .selectFrom('project')
    .select(['longitude', 'latitude', 'boundary'])
    .where('id', '=', projectId)
    .executeTakeFirst()
  if (!farm) return null
  const { longitude, latitude, boundary } = farm
  return longitude === null || latitude === null ? middleOf(boundary) : [longitude, latitude]
}

/** Of the outer ring of a stored boundary. */
function middleOf(boundary: unknown): Position | null {
  const ring = (boundary as { coordinates?: readonly (readonly Position[])[] } | null)?.coordinates?.[0] ?? []
  if (ring.length === 0) return null
  const mean = (axis: 0 | 1) => ring.reduce((sum, place) => sum + place[axis], 0) / ring.length
  return [mean(0), mean(1)]
}

/** The place in two members; null where one of them has no number. */
export function placeIn(input: Input, { longitude, latitude }: PlaceNames): Position | null {
  const [x, y] = [input[longitude], input[latitude]]
  return typeof x === 'number' && typeof y === 'number' ? [x, y] : null
}

/** A place that is given, as one of a file is judged. What was there before is left as it was. */
export function refusePlace(
  { place: near }: Pick<References, 'place'>,
  input: Input,
  refuse: Refuse,
  before: Stored | null,
  names: PlaceNames = OWN_PLACE,
): void {
  const place = placeIn(input, names)
  if (!place || (before?.[names.longitude] === place[0] && before[names.latitude] === place[1])) return
  const judged = judgeGeometry('Point', place, near)
  if (judged) refuse(names.longitude, `@field.geometry_${judged.fault}`, { place: names.title })
}
