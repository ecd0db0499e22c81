import type { Address, Path } from './address'
import type { Reason } from './dialect'

export interface Point {
  readonly x: number
  readonly y: number
}

/** Where something is drawn. */
export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** A node as it is drawn, with the lists in it that things can be dropped into. */
export interface NodeBox {
  readonly node: Address
  /** Its position in its list: not all of a list need be drawn. */
  readonly index: number
  readonly box: Box
  /** Absent: it holds nothing. */
  readonly slots?: readonly SlotBox[]
}

/** A list of nodes as it is drawn: a form's, a card's, the open pane's. */
export interface SlotBox {
  readonly parent: Address
  /** The list, from the parent. */
  readonly slot: Path
  readonly box: Box
  readonly items: readonly NodeBox[]
  /** How many nodes are in it, drawn or not. */
  readonly size: number
}

/** A place among a list's nodes, counted as the list is now. */
export interface Placing {
  readonly parent: Address
  readonly slot: Path
  readonly index: number
}

/** The rim of a container that means beside it, in pixels. */
const RIM = 8

/**
 * Where what is dropped at a point comes to stand: in the deepest list around it that takes it, before or after the node
 * that is nearest, by the half of it that the pointer is over. Where none takes it the reason of the deepest.
 */
export function place(
  pointer: Point,
  form: SlotBox,
  refuses: (parent: Address, slot: Path) => Reason | null,
): Placing | Reason {
  const refused: Reason[] = []
  const slots = around(pointer, form)
  for (const slot of slots.toReversed()) {
    const reason = refuses(slot.parent, slot.slot)
    if (reason) refused.push(reason)
    else return { parent: slot.parent, slot: slot.slot, index: indexAt(pointer, slot) }
  }
  return refused[0] ?? { reason: '@design.outside' }
}

/** The innermost node whose box is around a point. */
export function nodeAt(pointer: Point, { items }: SlotBox): NodeBox | undefined {
  const item = items.find(({ box }) => isInside(pointer, box, 0))
  if (!item) return undefined
  for (const slot of item.slots ?? []) {
    const inner = nodeAt(pointer, slot)
    if (inner) return inner
  }
  return item
}

/** Where the line stands that shows a place: between two nodes of its list, at right angles to the way they follow each other. */
export function lineAt({ parent, index }: Placing, form: SlotBox): Box | undefined {
  const slot = slotWith(form, parent)
  if (!slot) return undefined
  const next = slot.items.find((item) => item.index >= index)
  const before = slot.items.findLast((item) => item.index < index)
  const beside = next ?? before
  if (!beside)
    return { x: slot.box.x + LINE, y: slot.box.y + LINE, width: slot.box.width - 2 * LINE, height: LINE }
  const { x, y, width, height } = beside.box
  const shares = slot.items.some((item) => item !== beside && isBeside(item.box, beside.box))
  if (shares) return { x: next ? x - LINE : x + width, y, width: LINE, height }
  return { x, y: next ? y - LINE : y + height, width, height: LINE }
}

/** Thickness of the line, in pixels. */
const LINE = 3

function slotWith(slot: SlotBox, parent: Address): SlotBox | undefined {
  if (slot.parent === parent) return slot
  for (const item of slot.items)
    for (const inner of item.slots ?? []) {
      const found = slotWith(inner, parent)
      if (found) return found
    }
  return undefined
}

/** The lists around a point, the outermost first. */
function around(pointer: Point, slot: SlotBox, rim = 0): readonly SlotBox[] {
  if (!isInside(pointer, slot.box, rim)) return []
  const item = slot.items.find(({ box }) => isInside(pointer, box, RIM))
  const inner = item?.slots?.map((one) => around(pointer, one)).find(({ length }) => length > 0) ?? []
  return [slot, ...inner]
}

function isInside({ x, y }: Point, box: Box, rim: number): boolean {
  return x >= box.x + rim && x < box.x + box.width - rim && y >= box.y + rim && y < box.y + box.height - rim
}

function indexAt(pointer: Point, { items, size }: SlotBox): number {
  const nearest = items.reduce<NodeBox | undefined>(
    (best, item) => (best && distance(pointer, best.box) <= distance(pointer, item.box) ? best : item),
    undefined,
  )
  if (!nearest) return size
  const { box, index } = nearest
  const shares = items.some((item) => item !== nearest && isBeside(item.box, box))
  const isAfter = shares ? pointer.x >= box.x + box.width / 2 : pointer.y >= box.y + box.height / 2
  return isAfter ? index + 1 : index
}

/** How far a point is from a box; lines count before what stands in them. */
function distance({ x, y }: Point, box: Box): number {
  const beyond = (at: number, from: number, size: number) => Math.max(from - at, 0, at - from - size)
  return beyond(y, box.y, box.height) * FAR + beyond(x, box.x, box.width)
}

const FAR = 10_000

/** Whether two boxes stand in one line of the grid: half of the lower of them is beside the other. */
function isBeside(one: Box, other: Box): boolean {
  const shared = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return shared > Math.min(one.height, other.height) / 2
}
