import { type RefObject, useLayoutEffect, useState } from 'react'
import { NARROW } from '../use-narrow'

/** Pixels that a form has where it fills the page, beside the menu of a usual screen. */
const PAGE = 960
/** Smaller than this nothing can be read. */
const LEAST = 0.6
/** What the canvas keeps free around the form, in pixels. */
const AROUND = 72

/**
 * How large the form is drawn, so that it is laid out as where it is filled in, though the panels leave it less room.
 * @param width the form's own, as CSS has it; undefined or a part of the page: the page's
 */
export function useZoom(scroller: RefObject<HTMLElement | null>, width: string | undefined): number {
  const [zoom, setZoom] = useState(1)
  useLayoutEffect(() => {
    const place = scroller.current
    if (!place) return
    const wanted = width?.endsWith('px') ? Math.min(Number.parseFloat(width), PAGE) : PAGE
    const follow = () => {
      const room = place.clientWidth - AROUND
      // A narrow screen shows the form as it will be there.
      setZoom(matchMedia(NARROW).matches ? 1 : Math.min(1, Math.max(LEAST, room / wanted)))
    }
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(place)
    return () => observer.disconnect()
  }, [scroller, width])
  return zoom
}
