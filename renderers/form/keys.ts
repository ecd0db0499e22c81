import { useEffect, useRef } from 'react'

/** Ctrl+S (⌘S) and Ctrl+Enter save while `active`; the browser's own saving of the page is kept away. */
export function useSaveKey(save: () => void, active = true): void {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    if (!active) return
    const press = (event: KeyboardEvent) => {
      const isSaving = event.key.toLowerCase() === 's' || event.key === 'Enter'
      if (!isSaving || !(event.ctrlKey || event.metaKey) || event.altKey) return
      if (event.defaultPrevented) return
      event.preventDefault()
      // What is being typed is committed first: some widgets write on blur.
      const focused = document.activeElement
      if (focused instanceof HTMLElement) {
        focused.blur()
        focused.focus({ preventScroll: true })
      }
      latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [active])
}
