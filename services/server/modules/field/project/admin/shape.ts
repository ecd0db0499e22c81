import type { Position } from '@runtime/field/geometry'
import {
  bendsOf,
  cornersText,
  isShapeFault,
  positionsIn,
  positionsText,
  ringIn,
  type ShapeFault,
} from '@runtime/field/outline'
import type { Input, Refuse, Stored } from './entity'
import { type PlaceNames, placeIn } from './place'

/** GeoJSON as it is stored. */
interface Shape {
  readonly coordinates?: unknown
}

/** The outline of a block, the boundary of a project, the bends of a pipe: what a member of that name holds. */
type Member = 'outline' | 'boundary' | 'bends'

/** Ends of a pipe. */
export const START: PlaceNames = {
  longitude: 'startLongitude',
  latitude: 'startLatitude',
  title: '@fieldPage.startLng',
}
export const END: PlaceNames = {
  longitude: 'endLongitude',
  latitude: 'endLatitude',
  title: '@fieldPage.endLng',
}

/** The text of a member as a shape, or null where there is none that can be taken. */
function read(
  input: Input,
  name: Member,
  parse: (text: string) => readonly Position[] | ShapeFault,
): readonly Position[] | null {
  const text = input[name]
  const positions = typeof text === 'string' ? parse(text) : []
  return isShapeFault(positions) || positions.length === 0 ? null : positions
}

/** Says what is wrong with the text of a member, in the words that a file would have. */
function judge(
  input: Input,
  name: Member,
  parse: (text: string) => readonly Position[] | ShapeFault,
  refuse: Refuse,
): void {
  const text = input[name]
  const found = typeof text === 'string' ? parse(text) : []
  if (!isShapeFault(found)) return
  if (found.fault === 'point') refuse(name, '@field.shapePoint', { line: found.line })
  else if (found.fault === 'many') refuse(name, '@field.shapeMany')
  else if (found.fault === 'crs') refuse(name, '@field.crsForeign', { name: found.name })
  else refuse(name, `@field.geometry_${found.fault}`, { place: `@fieldPage.${name}` })
}

/**
 * Judges the outline in a member; one that was there before is left as it was.
 * @param near where its farm is, as far as it is known
 */
export function refuseOutline(
  input: Input,
  name: 'outline' | 'boundary',
  refuse: Refuse,
  before: Stored | null,
  near: Position | null,
): void {
  if (before?.[name] !== input[name]) judge(input, name, (text) => ringIn(text, near), refuse)
}

/** The ring of an outline that somebody has written; null where there is none. */
export const outlineIn = (input: Input, name: 'outline' | 'boundary') => read(input, name, ringIn)

/** A column of GeoJSON from the outline in a member; nothing where the member was left out. */
export function outlineColumn(
  input: Input,
  name: 'outline' | 'boundary',
  column: string,
  before: Stored | null,
): Readonly<Record<string, unknown>> {
  // What was there is kept as it is, whatever has been asked of outlines since.
  if (input[name] === undefined || (input[name] !== '' && input[name] === before?.[name])) return {}
  const ring = outlineIn(input, name)
  return { [column]: ring && { type: 'Polygon', coordinates: [ring] } }
}

/** A stored outline as somebody would write it. */
export function outlineText(shape: unknown): string {
  const ring = (shape as Shape | null)?.coordinates
  return Array.isArray(ring) ? cornersText((ring[0] ?? []) as readonly Position[]) : ''
}

function endsIn(input: Input): readonly [Position, Position] | null {
  const [from, to] = [placeIn(input, START), placeIn(input, END)]
  return from && to && [from, to]
}

/** Judges where a pipe bends between its ends. */
export function refuseBends(
  input: Input,
  refuse: Refuse,
  before: Stored | null,
  near: Position | null,
): void {
  if (before?.['bends'] !== input['bends'])
    judge(input, 'bends', (text) => bendsOf(text, endsIn(input), near), refuse)
}

/** A pipe's course from its ends and bends, so that it always begins and ends where the pipe does. */
export function courseColumn(input: Input, before: unknown): Readonly<Record<string, unknown>> {
  const given = input['bends'] === undefined ? { bends: before } : input
  const bends = read(given, 'bends', positionsIn)
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
