import {
  cornersText,
  isShapeFault,
  type Position,
  positionsIn,
  positionsText,
  ringIn,
  type ShapeFault,
} from '@runtime/field/outline'
import type { Input, Refuse } from './entity'

/** GeoJSON as it is stored. */
interface Shape {
  readonly coordinates?: unknown
}

const FAULTS: Readonly<Record<ShapeFault['fault'], string>> = {
  point: '@field.shapePoint',
  few: '@field.shapeFew',
  crossed: '@field.shapeCrossed',
  many: '@field.shapeMany',
}

/** The text of a member as a shape, or null; what is wrong with it is said. */
function read(
  input: Input,
  name: string,
  parse: (text: string) => readonly Position[] | ShapeFault,
  refuse?: Refuse,
): readonly Position[] | null {
  const text = input[name]
  if (typeof text !== 'string') return null
  const positions = parse(text)
  if (!isShapeFault(positions)) return positions.length > 0 ? positions : null
  refuse?.(name, FAULTS[positions.fault], 'line' in positions ? { line: positions.line } : undefined)
  return null
}

/** The ring of an outline that somebody has written; null where there is none. */
export const outlineIn = (input: Input, name: string, refuse?: Refuse) => read(input, name, ringIn, refuse)

/** A column of GeoJSON from the outline in a member; nothing where the member was left out. */
export function outlineColumn(input: Input, name: string, column: string): Readonly<Record<string, unknown>> {
  if (input[name] === undefined) return {}
  const ring = outlineIn(input, name)
  return { [column]: ring && { type: 'Polygon', coordinates: [ring] } }
}

/** A stored outline as somebody would write it. */
export function outlineText(shape: unknown): string {
  const ring = (shape as Shape | null)?.coordinates
  return Array.isArray(ring) ? cornersText((ring[0] ?? []) as readonly Position[]) : ''
}

/** Where a pipe bends between its ends. */
export const bendsIn = (input: Input, refuse?: Refuse) => read(input, 'bends', positionsIn, refuse)

/** A pipe's course from its ends and bends, so that it always begins and ends where the pipe does. */
export function courseColumn(input: Input, before: unknown): Readonly<Record<string, unknown>> {
  const bends = input['bends'] === undefined ? bendsIn({ bends: before }) : bendsIn(input)
  if (!bends) return { path: null }
  const from = [input['startLongitude'], input['startLatitude']]
  const to = [input['endLongitude'], input['endLatitude']]
  return { path: { type: 'LineString', coordinates: [from, ...bends, to] } }
}

/** The bends of a stored course. */
export function bendsText(path: unknown): string {
  const line = (path as Shape | null)?.coordinates
  return Array.isArray(line) ? positionsText(line.slice(1, -1) as readonly Position[]) : ''
}
