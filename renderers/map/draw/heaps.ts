/** What is drawn as one: a marker alone, or several. */
export interface Spot {
  /** Pixel of the world. */
  readonly x: number
  readonly y: number
  /** Places in the store. */
  readonly markers: readonly number[]
}

/** Fewer markers than this are drawn over each other rather than as one. */
const FEWEST = 3
/** How far apart the middles of badges that hide each other are, and how far a heap of them may reach, in badges. */
const HIDING = 0.7
const REACH = 3

/**
 * Makes one of badges that would hide each other in a small place, such as the head works of a farm. Unlike a cluster within a
 * radius it follows what touches, and leaves a row of valves, each beside the next, a row.
 *
 * @param badge diameter of a badge in pixels.
 */
export function heaped(spots: readonly Spot[], badge: number): readonly Spot[] {
  const near = neighbours(spots, badge * HIDING)
  const isTaken = new Uint8Array(spots.length)
  const all: Spot[] = []
  for (const [place, spot] of spots.entries()) {
    if (isTaken[place]) continue
    const heap = heapOf(spots, place, near, isTaken, badge * REACH)
    const markers = heap.flatMap((one) => spots[one]?.markers ?? [])
    const kept = markers.length >= FEWEST ? heap : [place]
    for (const one of kept) isTaken[one] = 1
    all.push(kept.length === 1 ? spot : { ...middleOf(spots, kept), markers })
  }
  return all
}

type Near = (spot: Spot) => readonly number[]

/** What can be reached from a spot, from badge to badge, and is not yet part of another heap. */
function heapOf(
  spots: readonly Spot[],
  first: number,
  near: Near,
  isTaken: Uint8Array,
  reach: number,
): readonly number[] {
  const heap = [first]
  const known = new Set(heap)
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1]
  const widen = ({ x, y }: Spot) => {
    const wide = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)] as const
    if (wide[2] - wide[0] > reach || wide[3] - wide[1] > reach) return false
    ;[left, top, right, bottom] = wide
    return true
  }
  // The list grows while it is read.
  for (const one of heap) {
    const spot = spots[one]
    if (!spot || (one === first && !widen(spot))) continue
    for (const other of near(spot)) {
      const next = spots[other]
      if (!next || known.has(other) || isTaken[other] || !widen(next)) continue
      known.add(other)
      heap.push(other)
    }
  }
  return heap
}

function middleOf(
  spots: readonly Spot[],
  heap: readonly number[],
): { readonly x: number; readonly y: number } {
  let [x, y, count] = [0, 0, 0]
  for (const one of heap) {
    const spot = spots[one]
    if (!spot) continue
    x += spot.x * spot.markers.length
    y += spot.y * spot.markers.length
    count += spot.markers.length
  }
  return { x: x / count, y: y / count }
}

/** Finds the spots within a distance of one, over a grid of cells as wide as it. */
function neighbours(spots: readonly Spot[], distance: number): Near {
  const cells = new Map<string, number[]>()
  const cell = (value: number) => Math.floor(value / distance)
  for (const [place, { x, y }] of spots.entries()) {
    const key = `${cell(x)} ${cell(y)}`
    const known = cells.get(key)
    if (known) known.push(place)
    else cells.set(key, [place])
  }
  return ({ x, y }) => {
    const found: number[] = []
    for (let column = cell(x) - 1; column <= cell(x) + 1; column += 1)
      for (let row = cell(y) - 1; row <= cell(y) + 1; row += 1)
        for (const other of cells.get(`${column} ${row}`) ?? []) {
          const spot = spots[other]
          if (spot && Math.hypot(spot.x - x, spot.y - y) <= distance) found.push(other)
        }
    return found
  }
}
