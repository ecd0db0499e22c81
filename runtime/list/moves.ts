/** Where something is put: below which one (null: at the top) and before which of its new siblings (null: last). */
export interface MovedTo {
  readonly parent: string | null
  readonly before: string | null
}

/** Where a record stands among those around it. */
export interface Place<R> {
  readonly row: R
  readonly parent: string | null
  readonly previous: string | null
  readonly next: string | null
}

/** How records that nest are read: the id of one, and what is below it. */
export interface Nesting<R> {
  readonly idOf: (row: R) => string
  readonly childrenOf: (row: R) => readonly R[]
}

/** Every record's place by its id, those below others too. */
export function placesOf<R>(
  rows: readonly R[],
  nesting: Nesting<R>,
  parent: string | null = null,
  known = new Map<string, Place<R>>(),
): ReadonlyMap<string, Place<R>> {
  const { idOf, childrenOf } = nesting
  for (const [index, row] of rows.entries()) {
    const [previous, next] = [rows[index - 1], rows[index + 1]]
    known.set(idOf(row), {
      row,
      parent,
      previous: previous === undefined ? null : idOf(previous),
      next: next === undefined ? null : idOf(next),
    })
    placesOf(childrenOf(row), nesting, idOf(row), known)
  }
  return known
}

type Places = ReadonlyMap<string, Omit<Place<unknown>, 'row'>>

/**
 * Whether a record may be put there: never below itself or what is below it, not where it stands already, and below another
 * parent only where rows nest.
 */
export function mayMove(id: string, { parent, before }: MovedTo, places: Places, nests: boolean): boolean {
  const place = places.get(id)
  if (!place || (!nests && place.parent !== parent)) return false
  for (let above = parent; above !== null; above = places.get(above)?.parent ?? null)
    if (above === id) return false
  return place.parent !== parent || (before !== id && before !== place.next)
}

/** What dropping onto another record does: before it, after it, or below it as its last child. */
export type Drop = 'before' | 'after' | 'inside'

export function droppedAt(target: string, drop: Drop, places: Places): MovedTo | null {
  const place = places.get(target)
  if (!place) return null
  if (drop === 'inside') return { parent: target, before: null }
  return { parent: place.parent, before: drop === 'before' ? target : place.next }
}

/**
 * Where Alt with an arrow puts a record: up and down among its siblings; where rows nest, to the right below the one above
 * and to the left beside its parent. Undefined: no key of ours; null: there is no place in that direction.
 */
export function movedBy(key: string, id: string, places: Places, nests: boolean): MovedTo | null | undefined {
  const place = places.get(id)
  if (!place) return undefined
  const { parent, previous, next } = place
  switch (key) {
    case 'ArrowUp':
      return previous === null ? null : { parent, before: previous }
    case 'ArrowDown':
      return next === null ? null : { parent, before: places.get(next)?.next ?? null }
    case 'ArrowRight':
      if (!nests) return undefined
      return previous === null ? null : { parent: previous, before: null }
    case 'ArrowLeft': {
      if (!nests) return undefined
      const above = parent === null ? undefined : places.get(parent)
      return above ? { parent: above.parent, before: above.next } : null
    }
    default:
      return undefined
  }
}
