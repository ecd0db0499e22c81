import { NEW_KEYS } from '@renderers/button/new-keys'
import { useEffect } from 'react'
import { openSearch, openShortcuts } from './overlays'

/** Keys that work everywhere outside a field (`/`, `?`, `N`), and those that work in one too: Ctrl+K (⌘K), Alt+N. */
export function useShortcuts(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
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
  if (event.altKey) return event.code === 'KeyN' && !isUnderDialog() ? pressNew() : undefined
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k' ? openSearch : undefined
  if (isTyping(event.target) || isUnderDialog()) return undefined
  return { '/': openSearch, '?': openShortcuts, n: pressNew(), N: pressNew() }[event.key]
}

/** Presses the button of the list that is shown which opens a new record. */
function pressNew(): (() => void) | undefined {
  const buttons = document.querySelectorAll<HTMLButtonElement>(`[aria-keyshortcuts="${NEW_KEYS}"]:enabled`)
  const shown = [...buttons].find((button) => button.checkVisibility())
  return shown && (() => shown.click())
}

function isUnderDialog(): boolean {
  return document.querySelector('[aria-modal="true"]')?.checkVisibility() ?? false
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input, textarea, select, [role="textbox"], [role="combobox"]'))
  )
}
