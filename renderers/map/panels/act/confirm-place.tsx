import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

/** Its height, for the panel that it lies over: what stands there can be scrolled out from under it. */
const HEIGHT = '--loam-act-confirm'

/**
 * Where the server's question stands: in its panel; on a phone, whose panel scrolls, over the lower edge of the map, above the bar
 * of the frame, so that nothing lies over it and no scrolling takes it away while its time runs.
 */
export function ConfirmPlace({ children }: { readonly children: ReactNode }) {
  const own = useRef<HTMLSpanElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => {
    setFrame(own.current?.closest<HTMLElement>('.loam-map[data-narrow="true"] .loam-map-frame') ?? null)
  }, [])
  useLayoutEffect(() => {
    const question = place.current
    if (!frame || !question) return undefined
    const observer = new ResizeObserver(() => frame.style.setProperty(HEIGHT, `${question.offsetHeight}px`))
    observer.observe(question)
    return () => {
      observer.disconnect()
      frame.style.removeProperty(HEIGHT)
    }
  }, [frame])
  if (!frame)
    return (
      <>
        <span ref={own} hidden />
        {children}
      </>
    )
  return createPortal(
    <div ref={place} className="loam-act loam-act-confirm" role="alert">
      {children}
    </div>,
    frame,
  )
}
