import { useEffect } from 'react'
import { openSearch, openShortcuts } from './overlays'

/** Keys that work everywhere outside a field (`/`, `?`), and Ctrl+K (⌘K) that works in one too. */
export function useShortcuts(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return
      const act = actOf(event)
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function actOf(event: KeyboardEvent): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k' ? openSearch : undefined
  if (isTyping(event.target) || document.querySelector('[aria-modal="true"]')?.checkVisibility())
    return undefined
  return { '/': openSearch, '?': openShortcuts }[event.key]
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input, textarea, select, [role="textbox"], [role="combobox"]'))
  )
}
