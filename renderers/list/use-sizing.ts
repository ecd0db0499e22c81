import { type PointerEvent, useRef } from 'react'
import { NARROWEST_SET, WIDEST_SET } from './column-choice'

/** A border that is dragged: where it was taken, and how wide the column was. */
interface Taken {
  readonly x: number
  readonly width: number
  readonly pointer: number
}

/**
 * A column's border that is dragged by the pointer. @param width the column's own, in pixels
 * @returns the events of the border
 */
export function useSizing(
  width: number,
  use: { readonly onTry: (width: number | null) => void; readonly onSize: (width: number) => void },
) {
  const taken = useRef<Taken | null>(null)
  const at = (event: PointerEvent<HTMLElement>): number | null => {
    const from = taken.current
    if (!from || from.pointer !== event.pointerId || event.clientX === from.x) return null
    return Math.min(WIDEST_SET, Math.max(NARROWEST_SET, Math.round(from.width + event.clientX - from.x)))
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      taken.current = { x: event.clientX, width, pointer: event.pointerId }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const now = at(event)
      if (now !== null) use.onTry(now)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const now = at(event)
      taken.current = null
      use.onTry(null)
      if (now !== null) use.onSize(now)
    },
    onPointerCancel() {
      taken.current = null
      use.onTry(null)
    },
  }
}
