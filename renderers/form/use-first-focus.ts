import { useEffect, useRef } from 'react'

/** What can be filled in: neither a button nor what is only read. */
export const EDITABLE =
  '.loam-form-control :is(input, textarea, [role="combobox"], [role="switch"], [role="slider"], [role="textbox"], [contenteditable="true"]):not([disabled], [readonly], [aria-disabled="true"], [aria-readonly="true"], [type="file"], [type="hidden"])'

/**
 * Gives the first field that can be filled in the focus, once, when a form opens. Nothing is taken from a person who is
 * elsewhere already, nor is a keyboard raised over what has just opened on a touch screen.
 */
export function useFirstFocus(form: HTMLElement | null, isWanted: boolean): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (!form || !isWanted || isDone.current || matchMedia('(pointer: coarse)').matches) return undefined
    const take = () => {
      const first = form.querySelector<HTMLElement>(EDITABLE)
      if (!first || isDone.current) return
      isDone.current = true
      watch.disconnect()
      if (isFree(form)) first.focus({ preventScroll: true })
    }
    // Parts of it load on use: the first field comes with them.
    const watch = new MutationObserver(take)
    watch.observe(form, { childList: true, subtree: true })
    take()
    return () => watch.disconnect()
  }, [form, isWanted])
}

/** Whether nobody is at work: the focus is on the page as such, or on the dialog that the form stands in. */
function isFree(form: HTMLElement): boolean {
  const { activeElement } = document
  if (!activeElement || activeElement === document.body) return true
  const dialog = form.closest('[role="dialog"]')
  return dialog !== null && (activeElement === dialog || !dialog.contains(activeElement))
}
