import { type RefCallback, useCallback } from 'react'

/** Takes the focus when the control is mounted, where asked. */
export function useFocusOnMount<T extends HTMLElement>(wanted: boolean): RefCallback<T> {
  return useCallback(
    (element: T | null) => (wanted ? element?.focus({ preventScroll: true }) : undefined),
    [wanted],
  )
}

/** Of a table cell's control: takes the focus and selects its text, so that typing replaces it. */
export function focusAndSelect(element: HTMLInputElement | HTMLTextAreaElement | null): void {
  element?.focus({ preventScroll: true })
  element?.select()
}
