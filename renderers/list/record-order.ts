const PREFIX = 'loam_order_'

/** Keeps the order in which a list shows its records, for the way from one to the next; it lives as long as the tab. */
export function keepOrder(menuId: string, ids: readonly string[]): void {
  try {
    sessionStorage.setItem(PREFIX + menuId, JSON.stringify(ids))
  } catch {
    // A full or closed storage only costs the way to the neighbours.
  }
}

/** The records of a list in the order in which it was last seen. */
export function orderOf(menuId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + menuId) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** The records before and after one in the order of its list; null at an end, and where the list is not known. */
export function neighbours(order: readonly string[], id: string): readonly [string | null, string | null] {
  const index = order.indexOf(id)
  if (index < 0) return [null, null]
  return [order[index - 1] ?? null, order[index + 1] ?? null]
}
