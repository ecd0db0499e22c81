import { foreignCrs } from './crs'
import { type GeometryFault, judgeGeometry, type Position } from './geometry'

/**
 * Why a text is no outline or course: a line of it is no place (`line`, 1 the first), it has too many, says that its places are in
 * another reference system (`name`), or is no good geometry.
 */
export type ShapeFault =
  | { readonly fault: 'point'; readonly line: number }
  | { readonly fault: 'many' }
  | { readonly fault: 'crs'; readonly name: string }
  | { readonly fault: GeometryFault }

/** Corners that a shape may have. */
export const MOST_POSITIONS = 2_000

/**
 * The places that somebody has written, one a line or with semicolons between them (`87.62,43.81`), or pasted as GeoJSON: a
 * geometry, a feature or a collection, of which the first line or polygon counts. Whether they can be is not judged.
 */
export function positionsIn(text: string): readonly Position[] | ShapeFault {
  const given = shapeIn(text)
  return 'fault' in given ? given : given.positions
}

/**
 * The ring of an outline, closed; empty where nothing is written. What is written needs no last corner that repeats the first;
 * a polygon of GeoJSON does.
 * @param near where its farm is, as far as it is known
 * @returns the fault, by the same rules as of a file (`judgeGeometry`)
 */
export function ringIn(text: string, near: Position | null = null): readonly Position[] | ShapeFault {
  const given = shapeIn(text)
  if ('fault' in given) return given
  const { positions, isRing } = given
  const [first] = positions
  if (!first) return []
  const ring = isRing || same(first, positions.at(-1)) ? positions : [...positions, first]
  const judged = judgeGeometry('Polygon', [ring], near)
  return judged ? { fault: judged.fault } : ring
}

/**
 * Where a pipe bends between its ends; empty where nothing is written.
 * @param ends where the pipe begins and ends, as far as that is known
 */
export function bendsOf(
  text: string,
  ends: readonly [Position, Position] | null,
  near: Position | null = null,
): readonly Position[] | ShapeFault {
  const bends = positionsIn(text)
  if (isShapeFault(bends) || bends.length === 0) return bends
  // Of a pipe whose ends are not known, the bends by themselves.
  const course = ends ? [ends[0], ...bends, ends[1]] : bends.length > 1 ? bends : [...bends, ...bends]
  const judged = judgeGeometry('LineString', course, near)
  return judged ? { fault: judged.fault } : bends
}

/** As `positionsIn` reads it again: one place a line, seven decimals (a centimetre). */
export const positionsText = (positions: readonly Position[]): string =>
  positions.map(([longitude, latitude]) => `${seven(longitude)},${seven(latitude)}`).join('\n')

/** The corners of a ring, the closing one left out. */
export const cornersText = (ring: readonly Position[]): string =>
  positionsText(same(ring[0], ring.at(-1)) ? ring.slice(0, -1) : ring)

export const isShapeFault = (value: readonly Position[] | ShapeFault): value is ShapeFault => 'fault' in value

/** Metres of one degree of latitude, and of longitude at the equator. */
const DEGREE = 111_320

/** Of a course, in metres to a centimetre; flat, which is right to a thousandth for a pipe. */
export function lengthOf(line: readonly Position[]): number {
  const metres = line.slice(1).reduce((sum, [x, y], index) => {
    const [fromX, fromY] = line[index] ?? [x, y]
    const width = Math.cos((((fromY + y) / 2) * Math.PI) / 180)
    return sum + Math.hypot((x - fromX) * width, y - fromY) * DEGREE
  }, 0)
  return Math.round(metres * 100) / 100
}

/** In m²; flat, which is right to a thousandth for a field. */
export function areaOf(ring: readonly Position[]): number {
  const [first] = ring
  if (!first) return 0
  const width = DEGREE * Math.cos((first[1] * Math.PI) / 180)
  const doubled = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? first
    return sum + (x - first[0]) * (nextY - first[1]) - (nextX - first[0]) * (y - first[1])
  }, 0)
  return Math.round(Math.abs(doubled / 2) * width * DEGREE)
}

const seven = (degrees: number) => String(Math.round(degrees * 1e7) / 1e7)
const same = (one: Position | undefined, other: Position | undefined) =>
  one !== undefined && other !== undefined && one[0] === other[0] && one[1] === other[1]

/** Places as they stand in a text; `isRing`: they are all of a ring, its last one too. */
interface Shape {
  readonly positions: readonly Position[]
  readonly isRing: boolean
}

function shapeIn(text: string): Shape | ShapeFault {
  const trimmed = text.trim()
  if (trimmed === '') return { positions: [], isRing: false }
  const given = trimmed.startsWith('{') ? geoJsonShape(trimmed) : writtenPositions(trimmed)
  if ('fault' in given) return given
  const shape = 'positions' in given ? given : { positions: given, isRing: false }
  return shape.positions.length <= MOST_POSITIONS ? shape : { fault: 'many' }
}

function writtenPositions(text: string): readonly Position[] | ShapeFault {
  const lines = text.split(/[\n;；]/).map((line) => line.trim())
  const positions: Position[] = []
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    const position = positionOf(line.split(/[\s,，\t]+/).map(Number))
    if (!position) return { fault: 'point', line: index + 1 }
    positions.push(position)
  }
  return positions
}

/** Numbers after the second (a height) are passed over. */
function positionOf(numbers: unknown): Position | null {
  if (!Array.isArray(numbers)) return null
  const [longitude, latitude] = numbers as readonly unknown[]
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return null
  return Number.isFinite(longitude) && Number.isFinite(latitude) ? [longitude, latitude] : null
}

interface GeoJson {
  readonly type?: string
  readonly crs?: unknown
  readonly coordinates?: unknown
  readonly geometry?: GeoJson | null
  readonly features?: readonly GeoJson[]
}

function geoJsonShape(text: string): Shape | ShapeFault {
  let whole: GeoJson | undefined
  try {
    whole = JSON.parse(text) as GeoJson
  } catch {
    // Said below.
  }
  const shape = geometryIn(whole)
  const name = foreignCrs(whole?.crs) ?? foreignCrs(shape?.crs)
  if (name !== null) return { fault: 'crs', name }
  const isRing = shape?.type === 'Polygon'
  const line = isRing ? (shape.coordinates as readonly unknown[] | undefined)?.[0] : shape?.coordinates
  if (!Array.isArray(line)) return { fault: 'point', line: 1 }
  const positions = line.map(positionOf)
  const bad = positions.indexOf(null)
  return bad < 0 ? { positions: positions as Position[], isRing } : { fault: 'point', line: bad + 1 }
}

function geometryIn(value: GeoJson | null | undefined): GeoJson | undefined {
  if (!value) return undefined
  if (value.type === 'Polygon' || value.type === 'LineString') return value
  if (value.geometry) return geometryIn(value.geometry)
  for (const feature of value.features ?? []) {
    const found = geometryIn(feature)
    if (found) return found
  }
  return undefined
}
