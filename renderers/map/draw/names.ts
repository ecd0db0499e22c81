import { CONDITIONS } from '@runtime/field/marker'
import type { CanvasFrame } from '../leaflet'
import type { MarkerKind } from '../store/kinds'
import type { DeviceScene, Drawn } from './scene'
import { FONT } from './sprites'

/** Zoom from which things have their names beside them; the others are told by pointing. What is wrong is named as early as any. */
const NAMED_FROM: Partial<Record<MarkerKind, number>> = { GATEWAY: 16, WEATHER: 16, SOIL: 16, PUMP: 16 }
const FIRST_NAMED_FROM = 16
const ALL_NAMED_FROM = 17
/** Names on one screen; more would be a carpet. */
const MOST_NAMES = 260
/** Whose name is the one to be read where there is room for one: what water and people depend on first. */
const WEIGHTS: readonly MarkerKind[] = ['PUMP', 'GATEWAY', 'FERT', 'MACHINE', 'WEATHER', 'VALVE_MAIN', 'SOIL']
const WARNING = CONDITIONS.indexOf('warning')
const NAME_FONT = `12px ${FONT}`
/** Height of a line, and the gap between it and its badge, in pixels. */
const LINE = 16
const GAP = 2
/** Room for the ring around what is chosen. */
const RING = 9

/** Left, top, right and bottom in pixels of the frame. */
export type Box = readonly [left: number, top: number, right: number, bottom: number]

/**
 * Names beside the markers, the weightiest first. One covers neither another name nor a badge: it stands below its badge, else
 * above, to the right or to the left of it, and where there is no room it is left to a closer zoom and to pointing. What is
 * chosen is always named.
 */
export function drawNames(frame: CanvasFrame, scene: DeviceScene, seen: readonly Drawn[]): void {
  const named = seen.filter((one) => isNamed(scene, frame.zoom, one))
  if (named.length === 0) return
  const taken = new Boxes()
  for (const one of seen) taken.add(badgeOf(frame, one), one)
  named.sort((one, other) => weightOf(scene, one) - weightOf(scene, other) || one.marker - other.marker)
  for (const one of named.slice(0, MOST_NAMES * 4)) {
    if (taken.names >= MOST_NAMES) return
    const name = scene.store.nameAt(one.marker)
    const places = placesOf(frame, one, scene.sprites.widthOf(name, NAME_FONT), one.marker === scene.selected)
    const isChosen = one.marker === scene.selected
    const box = places.find((place) => taken.isFree(place, one)) ?? (isChosen ? places[0] : undefined)
    if (!box) continue
    taken.add(box, null)
    const middle = (box[0] + box[2]) / 2
    scene.sprites.text(frame.context, name, middle, box[1] - 1, NAME_FONT, scene.palette.text)
  }
}

function isNamed({ store, selected }: DeviceScene, zoom: number, { marker }: Drawn): boolean {
  if (marker < 0) return false
  if (marker === selected || zoom >= ALL_NAMED_FROM) return true
  if (zoom < FIRST_NAMED_FROM) return false
  return store.columns.conditions[marker] === WARNING || zoom >= (NAMED_FROM[store.kindAt(marker)] ?? 99)
}

/** The lower, the earlier it is named. */
function weightOf({ store, selected }: DeviceScene, { marker }: Drawn): number {
  if (marker === selected) return -2
  if (store.columns.conditions[marker] === WARNING) return -1
  const place = WEIGHTS.indexOf(store.kindAt(marker))
  return place < 0 ? WEIGHTS.length : place
}

function badgeOf({ left, top }: CanvasFrame, { x, y, radius }: Drawn): Box {
  const reach = radius - 1
  return [x - left - reach, y - top - reach, x - left + reach, y - top + reach]
}

/** Where a name may stand, the best first. */
function placesOf(
  frame: CanvasFrame,
  { x, y, radius }: Drawn,
  width: number,
  isChosen: boolean,
): readonly Box[] {
  const [middle, centre] = [x - frame.left, y - frame.top]
  const reach = radius + (isChosen ? RING : 0) + GAP
  const half = width / 2
  const line = (left: number, top: number): Box => [left, top, left + width, top + LINE]
  return [
    line(middle - half, centre + reach),
    line(middle - half, centre - reach - LINE),
    line(middle + reach, centre - LINE / 2),
    line(middle - reach - width, centre - LINE / 2),
  ]
}

/** Side of a cell in which boxes are looked for, in pixels. */
const CELL = 48

/** What is taken on the screen, found by place; each box may have an owner, whom it does not stand in the way of. */
export class Boxes {
  private readonly cells = new Map<string, { readonly box: Box; readonly owner: unknown }[]>()
  /** Boxes that are nobody's. */
  names = 0

  add(box: Box, owner: unknown): void {
    if (owner === null) this.names += 1
    for (const cell of cellsOf(box)) {
      const known = this.cells.get(cell)
      if (known) known.push({ box, owner })
      else this.cells.set(cell, [{ box, owner }])
    }
  }

  isFree(box: Box, owner: unknown): boolean {
    return cellsOf(box).every((cell) =>
      (this.cells.get(cell) ?? []).every((one) => one.owner === owner || !overlap(one.box, box)),
    )
  }
}

const overlap = (one: Box, other: Box) =>
  one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]

function cellsOf([left, top, right, bottom]: Box): readonly string[] {
  const cells: string[] = []
  for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column += 1)
    for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row += 1)
      cells.push(`${column} ${row}`)
  return cells
}
