import { STORAGE_PREFIX } from '@services/client'

/** Places remembered at most. */
const MOST = 8

/** Menu ids of the places a person last went to by searching, the last first. */
export function recentPlaces(userId: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function rememberPlace(userId: string, id: string): void {
  const list = [id, ...recentPlaces(userId).filter((known) => known !== id)].slice(0, MOST)
  localStorage.setItem(keyOf(userId), JSON.stringify(list))
}

function keyOf(userId: string): string {
  return `${STORAGE_PREFIX}recentPlaces_${userId}`
}
