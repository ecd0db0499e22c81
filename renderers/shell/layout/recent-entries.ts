import { STORAGE_PREFIX } from '@services/client'

/** Entries remembered at most. */
const MOST = 8

/** Menu ids of the entries a person last went to by searching, the last first. */
export function recentEntries(userId: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function rememberEntry(userId: string, id: string): void {
  const list = [id, ...recentEntries(userId).filter((known) => known !== id)].slice(0, MOST)
  localStorage.setItem(keyOf(userId), JSON.stringify(list))
}

function keyOf(userId: string): string {
  return `${STORAGE_PREFIX}recentPlaces_${userId}`
}
