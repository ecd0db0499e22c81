/** A place on the ground: [longitude, latitude] in degrees (WGS-84), as GeoJSON has it. */
export type Position = readonly [longitude: number, latitude: number]

/** Why a text is no outline or course; `line` of `point`: which of its lines, 1 the first. */
export type ShapeFault =
  | { readonly fault: 'point'; readonly line: number }
  | { readonly fault: 'few' }
  | { readonly fault: 'crossed' }
  | { readonly fault: 'many' }

/** Corners that a shape may have. */
export const MOST_POSITIONS = 2_000

/**
 * The places that somebody has written, one a line or with semicolons between them (`87.62,43.81`), or pasted as GeoJSON: a
 * geometry, a feature or a collection, of which the first line or polygon counts.
 */
export function positionsIn(text: string): readonly Position[] | ShapeFault {
  const trimmed = text.trim()
  if (trimmed === '') return []
  const given = trimmed.startsWith('{') ? geoJsonPositions(trimmed) : writtenPositions(trimmed)
  return isShapeFault(given) || given.length <= MOST_POSITIONS ? given : { fault: 'many' }
}

/**
 * The ring of an outline, closed; empty where nothing is written.
 * @returns the fault, where there are fewer than three corners or its sides cross each other
 */
export function ringIn(text: string): readonly Position[] | ShapeFault {
  const given = positionsIn(text)
  if (isShapeFault(given) || given.length === 0) return given
  const corners = same(given[0], given.at(-1)) ? given.slice(0, -1) : given
  if (corners.length < 3) return { fault: 'few' }
  return crosses(corners) ? { fault: 'crossed' } : [...corners, corners[0] as Position]
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
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? [longitude, latitude] : null
}

interface GeoJson {
  readonly type?: string
  readonly coordinates?: unknown
  readonly geometry?: GeoJson | null
  readonly features?: readonly GeoJson[]
}

function geoJsonPositions(text: string): readonly Position[] | ShapeFault {
  let shape: GeoJson | undefined
  try {
    shape = shapeIn(JSON.parse(text) as GeoJson)
  } catch {
    // Said below.
  }
  const line = shape?.type === 'Polygon' ? (shape.coordinates as readonly unknown[])[0] : shape?.coordinates
  if (!Array.isArray(line)) return { fault: 'point', line: 1 }
  const positions = line.map(positionOf)
  const bad = positions.indexOf(null)
  return bad < 0 ? (positions as Position[]) : { fault: 'point', line: bad + 1 }
}

function shapeIn(value: GeoJson | null | undefined): GeoJson | undefined {
  if (!value) return undefined
  if (value.type === 'Polygon' || value.type === 'LineString') return value
  if (value.geometry) return shapeIn(value.geometry)
  for (const feature of value.features ?? []) {
    const found = shapeIn(feature)
    if (found) return found
  }
  return undefined
}

/** Whether two sides that are no neighbours cross. */
export function crosses(corners: readonly Position[]): boolean {
  const side = (index: number) =>
    [corners[index], corners[(index + 1) % corners.length]] as readonly [Position, Position]
  for (let one = 0; one < corners.length; one++)
    for (let other = one + 2; other < corners.length; other++) {
      if (one === 0 && other === corners.length - 1) continue
      if (cut(...side(one), ...side(other))) return true
    }
  return false
}

function cut(a: Position, b: Position, c: Position, d: Position): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
}

/** Which way one turns from a by b to c: the sign counts. */
const turn = (a: Position, b: Position, c: Position) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
