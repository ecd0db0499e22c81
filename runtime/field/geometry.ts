/** A place on the ground: [longitude, latitude] in degrees (WGS-84), as GeoJSON has it. */
export type Position = readonly [longitude: number, latitude: number]

/** Why a GeoJSON geometry cannot be taken. */
export type GeometryFault =
  | 'empty'
  | 'number'
  | 'swapped'
  | 'metres'
  | 'range'
  | 'few'
  | 'open'
  | 'crossed'
  | 'antimeridian'
  | 'holeOutside'
  | 'far'

/** What is wrong, and in which ring of a polygon: 1 the outer one, then its holes; 0: it has no rings. */
export interface Judged {
  readonly fault: GeometryFault
  readonly ring: number
}

/** Degrees from its farm beyond which nothing of it lies: another country, or another continent. */
const FAR = 10

/** Of a point, line or polygon: the first fault, or null. `near` is where its farm is, where that is known. */
export function judgeGeometry(type: string, coordinates: unknown, near: Position | null): Judged | null {
  const lines = type === 'Polygon' ? coordinates : [type === 'Point' ? [coordinates] : coordinates]
  if (!Array.isArray(lines) || lines.length === 0) return { fault: 'empty', ring: 0 }
  for (const [index, line] of lines.entries()) {
    const ring = type === 'Polygon' ? index + 1 : 0
    const fault = lineFault(type, line, near)
    if (fault) return { fault, ring }
    if (index > 0 && !(line as Position[]).every((place) => isWithin(place, lines[0] as Position[])))
      return { fault: 'holeOutside', ring }
  }
  return null
}

function lineFault(type: string, line: unknown, near: Position | null): GeometryFault | null {
  if (!Array.isArray(line) || line.length === 0 || (line.length === 1 && !line[0]?.length)) return 'empty'
  const places = line as readonly Position[]
  for (const place of places) {
    const fault = placeFault(place)
    if (fault) return fault
  }
  if (near && places.some((place) => isFar(place, near)))
    return places.every(([x, y]) => Math.abs(x) <= 90 && !isFar([y, x], near)) ? 'swapped' : 'far'
  if (type !== 'Point' && places.some(([x], index) => Math.abs(x - (places[index - 1]?.[0] ?? x)) > 180))
    return 'antimeridian'
  if (places.length < ({ Polygon: 4, LineString: 2 }[type] ?? 1)) return 'few'
  if (type !== 'Polygon') return null
  const [first, last] = [places[0], places.at(-1)]
  if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) return 'open'
  return crosses(places.slice(0, -1)) ? 'crossed' : null
}

/** A place by itself. */
export function placeFault(place: unknown): 'number' | 'swapped' | 'metres' | 'range' | null {
  const [x, y] = Array.isArray(place) ? (place as readonly unknown[]) : []
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y))
    return 'number'
  if (Math.abs(x) <= 180 && Math.abs(y) <= 90) return null
  if (Math.abs(x) <= 90 && Math.abs(y) <= 180) return 'swapped'
  // No degrees are as many.
  return Math.abs(x) > 1000 || Math.abs(y) > 1000 ? 'metres' : 'range'
}

/** Longitudes go round: 179° and −179° lie beside each other. */
function isFar([x, y]: Position, [farmX, farmY]: Position): boolean {
  const east = Math.abs(x - farmX)
  return Math.min(east, 360 - east) > FAR || Math.abs(y - farmY) > FAR
}

/** Within a ring, or on it. */
function isWithin([x, y]: Position, ring: readonly Position[]): boolean {
  let inside = false
  for (const [index, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(index + 1) % ring.length] ?? [ax, ay]
    const turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    const isBetween = (x - ax) * (x - bx) <= 0 && (y - ay) * (y - by) <= 0
    if (turn === 0 && isBetween) return true
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
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
