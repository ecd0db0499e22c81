import { useSyncExternalStore } from 'react'

/** How many pages that are shown offer the stopping of everything themselves. */
let standing = 0
const listeners = new Set<() => void>()
function change(by: number): void {
  standing += by
  for (const listener of [...listeners]) listener()
}

/** A page that is shown offers it; answers what ends that. */
export function stands(): () => void {
  change(1)
  return () => change(-1)
}

/** Whether a page offers it now: the frame need not do so twice. */
export const useIsOfferedByPage = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => standing > 0,
  )
