import { isRecord } from '@runtime/json'
import { latY, lngX } from '../mercator'

/** Where a row is: `parts` are places of the Mercator square (0 to 1), flat: x, y, x, y. */
export interface Placed {
  /** Place among the rows. */
  readonly index: number
  readonly kind: 'point' | 'line' | 'area'
  /** Points; or lines; or rings of areas, holes among them. */
  readonly parts: readonly (readonly number[])[]
  readonly box: Box
}

export interface Box {
  readonly west: number
  readonly north: number
  readonly east: number
  readonly south: number
}

/** Members of a row that say where it is. */
export interface PlaceMembers {
  readonly longitude: string
  readonly latitude: string
  readonly shape?: string | undefined
}

type Row = Readonly<Record<string, unknown>>

/** Rows that are somewhere; of the others nothing is drawn. */
export function placesOf(rows: readonly Row[], members: PlaceMembers): readonly Placed[] {
  return rows.flatMap((row, index) => {
    const shape = members.shape === undefined ? null : shapeOf(row[members.shape])
    const found = shape ?? pointOf(row[members.longitude], row[members.latitude])
    if (!found || found.parts.length === 0) return []
    return [{ ...found, index, box: boxOf(found.parts) }]
  })
}

type Shape = Pick<Placed, 'kind' | 'parts'>

function pointOf(longitude: unknown, latitude: unknown): Shape | null {
  const place = worldOf([longitude, latitude])
  return place && { kind: 'point', parts: [place] }
}

/** A GeoJSON geometry or feature, its text, or a path: a list of `[longitude, latitude]`, closed where it ends as it began. */
export function shapeOf(value: unknown): Shape | null {
  const given = typeof value === 'string' ? parsed(value) : value
  if (Array.isArray(given)) {
    const part = partOf(given)
    if (!part) return null
    const isClosed = part.length > 6 && part[0] === part.at(-2) && part[1] === part.at(-1)
    return { kind: isClosed ? 'area' : 'line', parts: [part] }
  }
  if (!isRecord(given)) return null
  if (given['type'] === 'Feature') return shapeOf(given['geometry'])
  return geometryOf(String(given['type']), given['coordinates'])
}

function geometryOf(type: string, coordinates: unknown): Shape | null {
  const list = Array.isArray(coordinates) ? (coordinates as readonly unknown[]) : []
  const parts = (from: readonly unknown[]) => from.flatMap((one) => [partOf(one)].filter((part) => !!part))
  switch (type) {
    case 'Point':
      return pointOf(list[0], list[1])
    case 'MultiPoint':
      return { kind: 'point', parts: list.flatMap((place) => [worldOf(place)].filter((one) => !!one)) }
    case 'LineString':
      return { kind: 'line', parts: parts([list]) }
    case 'MultiLineString':
      return { kind: 'line', parts: parts(list) }
    case 'Polygon':
      return { kind: 'area', parts: parts(list) }
    case 'MultiPolygon':
      return { kind: 'area', parts: parts(list.flatMap((rings) => (Array.isArray(rings) ? rings : []))) }
    default:
      return null
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A line of at least two places. */
function partOf(places: unknown): readonly number[] | null {
  if (!Array.isArray(places)) return null
  const flat = places.flatMap((place: unknown) => worldOf(place) ?? [])
  return flat.length >= 4 ? flat : null
}

const FARTHEST_NORTH = 85.05

function worldOf(place: unknown): readonly [x: number, y: number] | null {
  if (!Array.isArray(place)) return null
  const [lng, lat] = [numberOf(place[0]), numberOf(place[1])]
  if (lng === null || lat === null || Math.abs(lng) > 180 || Math.abs(lat) > 90) return null
  return [lngX(lng), latY(Math.max(-FARTHEST_NORTH, Math.min(FARTHEST_NORTH, lat)))]
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

function boxOf(parts: Placed['parts']): Box {
  let [west, north, east, south] = [1, 1, 0, 0]
  for (const part of parts)
    for (let at = 0; at < part.length; at += 2) {
      const [x = 0, y = 0] = [part[at], part[at + 1]]
      west = Math.min(west, x)
      east = Math.max(east, x)
      north = Math.min(north, y)
      south = Math.max(south, y)
    }
  return { west, north, east, south }
}

/** The box around all of them; null around none. */
export function around(places: readonly Placed[]): Box | null {
  if (places.length === 0) return null
  let [west, north, east, south] = [1, 1, 0, 0]
  for (const { box } of places) {
    west = Math.min(west, box.west)
    north = Math.min(north, box.north)
    east = Math.max(east, box.east)
    south = Math.max(south, box.south)
  }
  return { west, north, east, south }
}

/**
 * What is pointed at: the nearest point, else the nearest line within reach, else the smallest area around.
 * @param x @param y place of the Mercator square
 * @param reach how far beside it still counts, in sides of the square
 */
export function hitOf(places: readonly Placed[], x: number, y: number, reach: number): Placed | null {
  let best: { readonly place: Placed; readonly rank: number; readonly far: number } | null = null
  for (const place of places) {
    const { box, kind } = place
    if (x < box.west - reach || x > box.east + reach || y < box.north - reach || y > box.south + reach)
      continue
    const rank = RANKS[kind]
    const far = kind === 'area' ? areaAround(place, x, y) : distanceTo(place, x, y)
    if (far === null || (kind !== 'area' && far > reach)) continue
    // Of two that are as near, the one drawn last lies above.
    if (!best || rank < best.rank || (rank === best.rank && far <= best.far)) best = { place, rank, far }
  }
  return best?.place ?? null
}

const RANKS = { point: 0, line: 1, area: 2 } as const

/** Size of the box of an area that a place lies in; null where it lies outside. */
function areaAround({ parts, box }: Placed, x: number, y: number): number | null {
  let isInside = false
  for (const ring of parts)
    for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
      const [ax = 0, ay = 0, bx = 0, by = 0] = [ring[at], ring[at + 1], ring[before], ring[before + 1]]
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
    }
  return isInside ? (box.east - box.west) * (box.south - box.north) : null
}

function distanceTo({ kind, parts }: Placed, x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY
  for (const part of parts)
    for (let at = 0; at < part.length; at += 2) {
      const [ax = 0, ay = 0] = [part[at], part[at + 1]]
      const [bx = ax, by = ay] = kind === 'line' ? [part[at + 2], part[at + 3]] : []
      const [dx, dy] = [bx - ax, by - ay]
      const along = dx === 0 && dy === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
      const share = Math.max(0, Math.min(1, along))
      least = Math.min(least, Math.hypot(x - ax - share * dx, y - ay - share * dy))
    }
  return least
}

/** Where a popup points: a point itself, the middle of a line, the middle of an area's box. */
export function anchorOf({ kind, parts, box }: Placed): readonly [x: number, y: number] {
  const [part = []] = parts
  if (kind === 'area') return [(box.west + box.east) / 2, (box.north + box.south) / 2]
  const middle = kind === 'line' ? 2 * Math.floor(part.length / 4) : 0
  return [part[middle] ?? 0, part[middle + 1] ?? 0]
}
