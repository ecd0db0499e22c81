import { useSyncExternalStore } from 'react'

const NARROW = '(max-width: 575px)'

/** True where a thumb has no room for columns: rows are cards there (`design/looks.md`, "Phone"). */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches)
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
