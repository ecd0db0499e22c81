/** The two designs that are merged: what is here, and what comes. */
export type Side = 'ours' | 'theirs'

/**
 * The order of a list that two sides have changed: that of the side that moved things, with what the other one has beside
 * it after what it follows there. Where both have moved things, and not alike, is asked.
 */
export function mergedOrder<K>(
  base: readonly K[],
  ours: readonly K[],
  theirs: readonly K[],
  ask: () => Side,
): readonly K[] {
  const isOursLeading = !isMoved(base, theirs) || (isMoved(base, ours) && isOursTaken(ours, theirs, ask))
  const [lead, other] = isOursLeading ? [ours, theirs] : [theirs, ours]
  const leading = new Set(lead)
  const first: K[] = []
  const behind = new Map<K, K[]>()
  let beside = first
  for (const key of other) {
    if (!leading.has(key)) beside.push(key)
    else {
      beside = behind.get(key) ?? []
      behind.set(key, beside)
    }
  }
  return [...first, ...lead.flatMap((key) => [key, ...(behind.get(key) ?? [])])]
}

function isOursTaken<K>(ours: readonly K[], theirs: readonly K[], ask: () => Side): boolean {
  return !isMoved(ours, theirs) || ask() === 'ours'
}

/** Whether what both lists have stands in another order. */
function isMoved<K>(before: readonly K[], after: readonly K[]): boolean {
  const places = new Map(before.map((key, index) => [key, index]))
  let last = -1
  for (const key of after) {
    const place = places.get(key)
    if (place === undefined) continue
    if (place < last) return true
    last = place
  }
  return false
}
