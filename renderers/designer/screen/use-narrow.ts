import { useSyncExternalStore } from 'react'

/** Below it panels stand in sheets (`design/looks.md`: padding changes at 992 px). */
const QUERY = '(max-width: 991px)'

export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(QUERY)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(QUERY).matches,
  )
}
