/** What is no control: there a long touch asks, and takes no gesture from what is filled in. */
const BESIDE = 'label, .loam-form-label, [role="alert"], .loam-list-toolbar, .loam-node-toolbar'

/**
 * Tells when a person asks why: Alt and a click, Shift+F1 or Alt+?, a long touch of a label, an error or a toolbar, with the
 * element that is asked of. Of places inside each other the innermost is asked. Answers what ends it.
 */
export function listenForWhy(place: HTMLElement, asked: (of: Element) => void): () => void {
  place.dataset['asksWhy'] = ''
  const ask = (event: Event) => {
    const of = event.target instanceof Element ? event.target : place
    if (of.closest('[data-asks-why]') !== place) return
    event.preventDefault()
    event.stopPropagation()
    asked(of)
  }
  const click = (event: MouseEvent) => {
    if (event.altKey) ask(event)
  }
  const key = (event: KeyboardEvent) => {
    if ((event.key === 'F1' && event.shiftKey) || (event.key === '?' && event.altKey)) ask(event)
  }
  const held = (event: MouseEvent) => {
    const isTouch = event instanceof PointerEvent && event.pointerType === 'touch'
    if (isTouch && event.target instanceof Element && event.target.closest(BESIDE)) ask(event)
  }
  place.addEventListener('click', click, true)
  place.addEventListener('keydown', key, true)
  place.addEventListener('contextmenu', held, true)
  return () => {
    delete place.dataset['asksWhy']
    place.removeEventListener('click', click, true)
    place.removeEventListener('keydown', key, true)
    place.removeEventListener('contextmenu', held, true)
  }
}
