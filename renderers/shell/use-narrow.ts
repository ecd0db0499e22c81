import { useSyncExternalStore } from 'react'

/** Pixels under which the product is a phone's (`spec/shell-and-monitoring.md §9`). */
export const MOBILE_WIDTH = 992
const query = matchMedia(`(width < ${MOBILE_WIDTH}px)`)

/** True on a phone or in a narrow window. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => query.matches,
  )
}
