import { useHost } from '@renderers/host'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

/** Its height, for what leaves the place free: the frame and what stands open over it. */
const HEIGHT = '--loam-alarm-dock'

/**
 * The one place of what alarms say over all pages (`design/looks.md`, "Nothing floats over what people use"): the window's lower
 * edge, under everything else, which gives way to it. What is at the top of a page does not move under the pointer.
 */
export function AlarmDock({ children }: { readonly children: ReactNode }) {
  const { text } = useHost()
  const place = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const dock = place.current
    if (!dock) return undefined
    const { style } = document.documentElement
    const make = () => style.setProperty(HEIGHT, `${dock.offsetHeight}px`)
    const observer = new ResizeObserver(make)
    observer.observe(dock)
    make()
    return () => {
      observer.disconnect()
      style.removeProperty(HEIGHT)
    }
  }, [])
  return createPortal(
    <section ref={place} className="loam-alarm-dock" aria-label={text('@alarm.popup')} aria-live="assertive">
      {children}
    </section>,
    document.body,
  )
}
