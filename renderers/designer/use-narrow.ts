import { useSyncExternalStore } from 'react'

/** Below it panels stand in sheets, and a form has one column. */
export const NARROW = '(max-width: 991px)'

export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(NARROW)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(NARROW).matches,
  )
}
