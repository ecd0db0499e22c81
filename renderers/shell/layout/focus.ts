/** How long a screen may take to draw its heading before the keyboard stays at its beginning, in milliseconds. */
const PATIENCE = 5000
const HEADINGS = 'h1, h2, [role="heading"]'

/**
 * Moves the keyboard to a view's heading, or to the view until it has one. Whoever already works in the view, or in a
 * dialog over it, is left alone. Returns the giving up.
 */
export function focusHeading(view: HTMLElement): () => void {
  const { activeElement } = document
  if (activeElement?.closest('[role="dialog"], .loam-view') && activeElement.checkVisibility())
    return () => undefined
  if (toHeading(view)) return () => undefined
  view.focus({ preventScroll: true })
  const observer = new MutationObserver(() => {
    if (document.activeElement !== view || toHeading(view)) observer.disconnect()
  })
  observer.observe(view, { subtree: true, childList: true })
  const patience = setTimeout(() => observer.disconnect(), PATIENCE)
  return () => {
    clearTimeout(patience)
    observer.disconnect()
  }
}

function toHeading(view: HTMLElement): boolean {
  const heading = view.querySelector<HTMLElement>(HEADINGS)
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}
