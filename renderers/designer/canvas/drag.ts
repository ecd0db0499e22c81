import type { Address } from '@runtime/design/address'
import type { Reason } from '@runtime/design/dialect'
import type { Placing, Point } from '@runtime/design/place'

/** What a drag needs of the canvas. */
export interface DragGround {
  /** What scrolls when the pointer comes near its edge. */
  readonly scroller: HTMLElement
  /** Where the thing would come to stand; null outside the canvas. */
  place(at: Point): Placing | Reason | null
  /** Shows what is dragged, where it would stand or why it cannot. */
  show(placing: Placing | Reason | null, at: Point): void
  drop(placing: Placing): void
}

/** What is dragged. */
export type Dragged =
  | { readonly nodes: readonly Address[]; readonly label: string }
  | { readonly widget: string; readonly label: string }

/** Pixels that a mouse or pen may tremble. */
const STILL = 4
/** Milliseconds that a finger rests before it drags; moved earlier, it scrolls. */
const REST = 350
/** Pixels from an edge within which the canvas scrolls, and the most that it does in a frame. */
const EDGE = 48
const SPEED = 18

/**
 * Follows a pointer from where it went down until it is let go: mouse, pen, or a finger that rests first. Nothing moves
 * before the drop; Escape ends it without one.
 * @returns what ends it at once
 */
export function followDrag(
  { pointerId, pointerType, clientX, clientY }: PointerEvent,
  ground: DragGround,
  begun: () => void,
  ended: () => void,
): () => void {
  const start: Point = { x: clientX, y: clientY }
  let at = start
  let isDragging = false
  let frame = 0
  let scrolling = 0
  let placing: Placing | Reason | null = null
  const rest = pointerType === 'touch' ? setTimeout(begin, REST) : undefined

  function begin() {
    isDragging = true
    begun()
    ask()
    scrolling = requestAnimationFrame(scroll)
  }

  function ask() {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      placing = ground.place(at)
      ground.show(placing, at)
    })
  }

  function scroll() {
    const { top, bottom } = ground.scroller.getBoundingClientRect()
    const above = top + EDGE - at.y
    const below = at.y - (bottom - EDGE)
    const by = above > 0 ? -Math.min(above / EDGE, 1) : below > 0 ? Math.min(below / EDGE, 1) : 0
    const before = ground.scroller.scrollTop
    if (by !== 0) ground.scroller.scrollTop += Math.round(by * SPEED)
    if (ground.scroller.scrollTop !== before) ask()
    scrolling = requestAnimationFrame(scroll)
  }

  function move(event: PointerEvent) {
    if (event.pointerId !== pointerId) return
    at = { x: event.clientX, y: event.clientY }
    const isFar = Math.hypot(at.x - start.x, at.y - start.y) > STILL
    if (isDragging) ask()
    else if (isFar && rest === undefined) begin()
    else if (isFar) end()
  }

  function up(event: PointerEvent) {
    if (event.pointerId !== pointerId) return
    // The last move may still wait for its frame.
    const last = isDragging ? ground.place({ x: event.clientX, y: event.clientY }) : null
    end()
    if (last && !('reason' in last)) ground.drop(last)
  }

  function key(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isDragging) return
    event.preventDefault()
    event.stopPropagation()
    end()
  }

  /** A finger that drags does not scroll the page. */
  function hold(event: TouchEvent) {
    if (isDragging) event.preventDefault()
  }

  function end() {
    clearTimeout(rest)
    cancelAnimationFrame(frame)
    cancelAnimationFrame(scrolling)
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', up)
    window.removeEventListener('pointercancel', end)
    window.removeEventListener('blur', end)
    window.removeEventListener('keydown', key, true)
    window.removeEventListener('touchmove', hold)
    ended()
  }

  window.addEventListener('pointermove', move)
  window.addEventListener('pointerup', up)
  window.addEventListener('pointercancel', end)
  window.addEventListener('blur', end)
  window.addEventListener('keydown', key, true)
  window.addEventListener('touchmove', hold, { passive: false })
  return end
}
