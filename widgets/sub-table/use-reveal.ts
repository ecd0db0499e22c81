import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { type GridLayout, ROW_HEIGHT, reveal, type Viewport } from './geometry'
import type { GridModel } from './grid-model'
import type { ScrollPosition } from './use-view'

/** What of the rows a scrolled frame shows between its header and its totals. */
export function viewportOf(scroller: HTMLElement, headerHeight: number, summary: boolean): Viewport {
  return {
    scrollTop: scroller.scrollTop,
    scrollLeft: scroller.scrollLeft,
    width: scroller.clientWidth,
    height: scroller.clientHeight - headerHeight - (summary ? ROW_HEIGHT : 0),
  }
}

/** Scrolls to the cell that the selection was moved to, and draws it at once: it must be there to take the focus. */
export function useReveal(
  model: GridModel,
  scroller: RefObject<HTMLElement | null>,
  layout: GridLayout,
  headerHeight: number,
  summary: boolean,
  follow: (to: ScrollPosition) => void,
): void {
  const latest = useRef({ layout, headerHeight, summary })
  useLayoutEffect(() => {
    latest.current = { layout, headerHeight, summary }
  })
  useEffect(() => {
    let shown = ''
    return model.subscribe(() => {
      const head = model.shownPosition
      const now = head ? `${head.row},${head.column}` : ''
      const element = scroller.current
      if (now === shown || !head || !element) return
      shown = now
      const to = reveal(
        head,
        latest.current.layout,
        viewportOf(element, latest.current.headerHeight, latest.current.summary),
      )
      if (to.top === element.scrollTop && to.left === element.scrollLeft) return
      element.scrollTo({ top: to.top, left: to.left, behavior: 'instant' })
      follow(to)
    })
  }, [model, scroller, follow])
}
