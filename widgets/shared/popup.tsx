import './popup.css'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

const GAP = 4
const MARGIN = 8

/**
 * A layer at an element: below it, or above where there is more room; never narrower than the element. It follows
 * scrolling and the element's own growth by writing its place, without drawing anything again.
 */
export function Popup({
  anchor,
  className,
  children,
}: {
  readonly anchor: RefObject<HTMLElement | null>
  readonly className: string
  readonly children: ReactNode
}) {
  const layer = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [from, popup] = [anchor.current, layer.current]
    if (!from || !popup) return
    const follow = () => place(popup, from.getBoundingClientRect())
    follow()
    const growth = new ResizeObserver(follow)
    growth.observe(from)
    window.addEventListener('scroll', follow, { capture: true, passive: true })
    window.addEventListener('resize', follow)
    return () => {
      growth.disconnect()
      window.removeEventListener('scroll', follow, { capture: true })
      window.removeEventListener('resize', follow)
    }
  }, [anchor])
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only holds clicks back; keys go to the field.
    // biome-ignore lint/a11y/noStaticElementInteractions: a press here leaves the focus in the field it belongs to.
    <div
      ref={layer}
      className={`loam-floating ${className}`}
      onMouseDown={(event) => event.preventDefault()}
      // Clicks here are not clicks on what stands around the field.
      onClick={(event) => event.stopPropagation()}
    >
      {children}
    </div>,
    document.body,
  )
}

function place({ style, offsetHeight, offsetWidth }: HTMLElement, from: DOMRect): void {
  const below = window.innerHeight - from.bottom - GAP - MARGIN
  const above = from.top - GAP - MARGIN
  const upward = offsetHeight > below && above > below
  style.minWidth = `${from.width}px`
  style.left = `${Math.max(MARGIN, Math.min(from.left, window.innerWidth - Math.max(offsetWidth, from.width) - MARGIN))}px`
  // Hung from the side of the element, so that it may grow and shrink without moving.
  style.top = upward ? 'auto' : `${from.bottom + GAP}px`
  style.bottom = upward ? `${window.innerHeight - from.top + GAP}px` : 'auto'
  style.maxHeight = `${Math.max(120, upward ? above : below)}px`
}
