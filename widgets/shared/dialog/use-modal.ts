import { type RefObject, useEffect, useRef } from 'react'
import { enterStack } from './stack'

const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), textarea:not([disabled]), select:not([disabled]), [tabindex]:not([tabindex="-1"])'

export interface ModalActs {
  readonly onEscape: () => void
  readonly onSave?: (() => void) | undefined
  readonly onSaveAndNext?: (() => void) | undefined
}

/**
 * Makes a layer modal: focus goes in when it opens, stays in, and returns to where it was; Escape and Ctrl+S reach the
 * topmost layer alone, and Escape first closes what is open inside (a list of choices, a calendar).
 */
export function useModal(layer: RefObject<HTMLElement | null>, acts: ModalActs, isOpen: boolean): void {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const element = layer.current
    if (!element || !isOpen) return
    const before = document.activeElement
    const place = enterStack()
    focusFirst(element)
    let choicesOpen = false
    const watchKeys = (event: KeyboardEvent) => {
      if (event.key === 'Escape') choicesOpen = hasOpenChoices(element)
    }
    const press = (event: KeyboardEvent) => {
      if (!place.isTop() || event.defaultPrevented) return
      if (event.key === 'Escape' && !choicesOpen) latest.current.onEscape()
      if (event.key === 'Tab') keepInside(element, event)
      const { onSave, onSaveAndNext } = latest.current
      if (onSave && event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        onSave()
      }
      if (onSaveAndNext && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        onSaveAndNext()
      }
    }
    document.addEventListener('keydown', watchKeys, true)
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('keydown', watchKeys, true)
      document.removeEventListener('keydown', press)
      place.leave()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [layer, isOpen])
}

function focusFirst(layer: HTMLElement): void {
  if (layer.contains(document.activeElement)) return
  // A touch screen would raise its keyboard over what has just been opened.
  const byTouch = matchMedia('(pointer: coarse)').matches
  const field = byTouch
    ? null
    : layer.querySelector<HTMLElement>(`.loam-dialog-body :is(${FOCUSABLE}):not([readonly])`)
  const target = field ?? layer.querySelector<HTMLElement>('[role="dialog"]')
  target?.focus({ preventScroll: true })
}

function keepInside(layer: HTMLElement, event: KeyboardEvent): void {
  const stops = [...layer.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (stop) => stop.offsetParent !== null,
  )
  const [first, last] = [stops[0], stops.at(-1)]
  if (!first || !last) return
  const active = document.activeElement
  const outside = !layer.contains(active)
  // The box has the focus where nothing in it could take it when it opened: back from it would be out of it.
  const isBox = active?.getAttribute('role') === 'dialog'
  if (event.shiftKey ? active === first || isBox || outside : active === last || outside) {
    event.preventDefault()
    ;(event.shiftKey ? last : first).focus()
  }
}

function hasOpenChoices(layer: HTMLElement): boolean {
  return [...layer.querySelectorAll<HTMLElement>('.arco-trigger')].some(
    (popup) => popup.offsetParent !== null && !popup.classList.contains('arco-tooltip'),
  )
}
