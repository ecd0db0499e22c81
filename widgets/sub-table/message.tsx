import { type RefObject, useEffect, useState } from 'react'
import type { GridModel } from './grid-model'

interface Shown {
  readonly text: string
  readonly left: number
  readonly top: number
}

/**
 * The message of the wrong cell under the pointer or, else, of the active one. One for the whole grid, outside what
 * scrolls, so that it is never cut off.
 */
export function CellMessage({
  model,
  frame,
}: {
  readonly model: GridModel
  readonly frame: RefObject<HTMLElement | null>
}) {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const controller = new AbortController()
    const { signal } = controller
    let hovered: Element | null = null
    const show = () => setShown(messageOf(element, hovered ?? activeCell(element)))
    element.addEventListener(
      'pointerover',
      (event) => {
        const cell = event.target instanceof Element ? event.target.closest('[data-error]') : null
        if (cell === hovered) return
        hovered = cell
        show()
      },
      { signal },
    )
    for (const name of ['focusin', 'focusout', 'pointerleave'] as const) {
      element.addEventListener(
        name,
        () => {
          hovered = null
          show()
        },
        { signal },
      )
    }
    element.addEventListener('scroll', show, { signal, capture: true, passive: true })
    // The cell draws its error after the change that caused it.
    const unsubscribe = model.subscribe(() => queueMicrotask(show))
    return () => {
      controller.abort()
      unsubscribe()
    }
  }, [model, frame])
  if (!shown) return null
  return (
    <div
      id={`${model.id}-message`}
      role="tooltip"
      className="loam-table__message"
      style={{ left: shown.left, top: shown.top }}
    >
      {shown.text}
    </div>
  )
}

function activeCell(frame: HTMLElement): Element | null {
  return document.activeElement && frame.contains(document.activeElement)
    ? document.activeElement.closest('[data-error]')
    : null
}

function messageOf(frame: HTMLElement, cell: Element | null): Shown | null {
  const text = cell?.getAttribute('data-error')
  if (!cell || !text || !cell.isConnected) return null
  const outer = frame.getBoundingClientRect()
  const inner = cell.getBoundingClientRect()
  if (inner.bottom < outer.top || inner.top > outer.bottom) return null
  return { text, left: Math.max(inner.left - outer.left, 0), top: inner.bottom - outer.top + 2 }
}
