import { useLayoutEffect } from 'react'
import { holdsFigures, seenName } from './cell-class'
import type { PlacedColumn, TableLayout } from './columns'

/** Pixels of a cell's own space: so much may be covered before a figure is. */
const SPACE = 12

/**
 * Blanks the figures of columns that scrolling has brought partly below a fixed edge: half of 1,240.00 reads as another
 * number. Written to the table's style as it scrolls, so that no row is drawn again; sideways scrolling comes to rest at a
 * column's edge.
 */
export function useCovered(scroller: { readonly current: HTMLElement | null }, layout: TableLayout): void {
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const left = edge(layout.columns, 'left')
    const right = edge(layout.columns, 'right')
    element.style.scrollPaddingLeft = `${left}px`
    element.style.scrollPaddingRight = `${right}px`
    const figures = layout.columns.filter(isFigure)
    const tell = () => {
      const from = element.scrollLeft + left
      const to = element.scrollLeft + element.clientWidth - right
      for (const { offset, width } of figures) {
        const cutLeft = from - offset
        const cutRight = offset + width - to
        const isCut = (cutLeft > SPACE && cutLeft < width) || (cutRight > SPACE && cutRight < width)
        element.style.setProperty(seenName(offset), isCut ? '0' : '1')
      }
    }
    tell()
    const observer = new ResizeObserver(tell)
    observer.observe(element)
    element.addEventListener('scroll', tell, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', tell)
    }
  }, [scroller, layout])
}

function isFigure({ kind, plan, fixed }: PlacedColumn): boolean {
  return kind === 'data' && plan !== undefined && fixed === undefined && holdsFigures(plan)
}

function edge(columns: readonly PlacedColumn[], side: 'left' | 'right'): number {
  return columns.reduce((sum, { fixed, width }) => (fixed === side ? sum + width : sum), 0)
}
