import { useCallback, useSyncExternalStore } from 'react'

/** A phone: dialogs become sheets, lists become cards. */
export const PHONE = '(width < 576px)'

/** Whether a media query holds, followed as the window changes. */
export function useMedia(query: string): boolean {
  const listen = useCallback(
    (notify: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    [query],
  )
  return useSyncExternalStore(listen, () => matchMedia(query).matches)
}
