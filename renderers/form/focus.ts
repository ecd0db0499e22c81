import { topField } from '@runtime/form/places'
import type { FormStore } from '@runtime/form/store.types'
import type { Reveal } from './reveal'
import { EDITABLE } from './use-first-focus'

interface Drawing {
  readonly element: HTMLElement
  readonly reveal: Reveal
}

/** Where each store is drawn: who holds a store can bring its fields into view. */
const drawings = new WeakMap<FormStore, Drawing>()

/** Told by the form view when it appears; answers what undoes it. */
export function keepDrawing(store: FormStore, element: HTMLElement | null, reveal: Reveal): () => void {
  if (element) drawings.set(store, { element, reveal })
  return () => {
    if (drawings.get(store)?.element === element) drawings.delete(store)
  }
}

/** Opens the panes around a node, by a field's path or its id; it takes no focus. */
export function revealPlace(store: FormStore, place: string): void {
  drawings.get(store)?.reveal.open(place)
}

/** Leads the keyboard to the first field that can be filled in; on a touch screen no keyboard is raised. */
export function focusStart(store: FormStore): void {
  if (matchMedia('(pointer: coarse)').matches) return
  drawings.get(store)?.element.querySelector<HTMLElement>(EDITABLE)?.focus()
}

/** Frames to wait for a pane that opens, and its lazy parts, to be drawn. */
const PATIENCE = 60

/** Opens the panes around a field (`total`, or `items.2.amount` for its table), scrolls to it and focuses it; of an empty path to what is wrong with the whole. */
export function focusField(store: FormStore, path: string): void {
  const drawing = drawings.get(store)
  if (!drawing) return
  if (path === '') {
    drawing.element.querySelector('.loam-form-broken')?.scrollIntoView({ block: 'center' })
    return
  }
  const top = topField(store.plan, path)
  drawing.reveal.open(top)
  const attempt = (left: number) => {
    const place = drawing.element.querySelector<HTMLElement>(`[data-path="${CSS.escape(top)}"]`)
    if (place && place.offsetParent !== null) {
      bringIntoView(place)
    } else if (left > 0) {
      requestAnimationFrame(() => attempt(left - 1))
    }
  }
  attempt(PATIENCE)
}

function bringIntoView(place: HTMLElement): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  place.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' })
  const control = place.querySelector<HTMLElement>('.loam-form-control') ?? place
  // A sub-table's grid goes to its first wrong cell by itself; its toolbar would come first otherwise.
  const grid = control.querySelector<HTMLElement>('[role="grid"], [data-takes-focus]')
  const target = grid ?? focusableIn(control)
  target?.focus({ preventScroll: true })
}

/** The first element in a field that takes the keyboard. */
function focusableIn(frame: HTMLElement): HTMLElement | null {
  return frame.querySelector<HTMLElement>(
    'input:not([disabled]), textarea, select, button, [tabindex]:not([tabindex="-1"])',
  )
}
