import { STORAGE_PREFIX } from '@services/client'
import { proxy } from 'valtio/vanilla'

/** Entries remembered at most. */
const MOST = 8

/** Valtio proxy: grows whenever an entry is opened. */
export const recentChanges = proxy({ version: 0 })

/** Menu ids of the entries a person last went to, the last first. */
export function recentEntries(userId: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function rememberEntry(userId: string, id: string): void {
  const known = recentEntries(userId)
  if (known[0] === id) return
  const list = [id, ...known.filter((one) => one !== id)].slice(0, MOST)
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(list))
  } catch {
    // A full or closed storage only costs the memory of the place.
  }
  recentChanges.version += 1
}

function keyOf(userId: string): string {
  return `${STORAGE_PREFIX}recentPlaces_${userId}`
}
