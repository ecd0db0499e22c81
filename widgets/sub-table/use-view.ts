import { type RefObject, useCallback, useLayoutEffect, useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'
import { type GridLayout, ROW_HEIGHT } from './geometry'
import type { GridModel } from './grid-model'

const ROW_OVERSCAN = 6
const COLUMN_OVERSCAN = 2

/** Pixels. */
export interface ScrollPosition {
  readonly top: number
  readonly left: number
}

/** First and last of the rows and columns that are drawn; of the columns, of those that scroll. */
interface Drawn {
  readonly top: number
  readonly bottom: number
  readonly first: number
  readonly last: number
}

const NOTHING: Drawn = { top: 0, bottom: -1, first: 0, last: -1 }

/**
 * Rows and columns in view; the active row is among them wherever it is, because it holds the focus. All rows are of one
 * height, so scrolling draws only when another row or column comes near, and not when it begins and ends.
 */
export function useGridView(
  model: GridModel,
  scroller: RefObject<HTMLElement | null>,
  layout: GridLayout,
  headerHeight: number,
) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const size = useRef({ top: 0, left: 0, width: 0, height: 0 })
  const drawn = drawnIn(size.current, model.ids.length, layout, headerHeight)
  const latest = useRef({ layout, headerHeight, drawn })
  useLayoutEffect(() => {
    latest.current = { layout, headerHeight, drawn }
  })
  // `to` spares reading back where it has just been scrolled to, which lays everything out.
  const follow = useCallback(
    (to?: ScrollPosition) => {
      const element = scroller.current
      if (!element) return
      const { top, left } = to ?? { top: element.scrollTop, left: element.scrollLeft }
      size.current = { ...size.current, top, left }
      const known = latest.current
      const next = drawnIn(size.current, model.ids.length, known.layout, known.headerHeight)
      if (!same(next, known.drawn)) redraw()
    },
    [model, scroller],
  )
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    // In the same frame: what is scrolled into view must not be blank.
    const remeasure = () => flushSync(() => follow())
    const measure = () => {
      size.current = { ...size.current, width: element.clientWidth, height: element.clientHeight }
    }
    measure()
    redraw()
    const observer = new ResizeObserver(() => {
      measure()
      follow()
    })
    observer.observe(element)
    element.addEventListener('scroll', remeasure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', remeasure)
    }
  }, [scroller, follow])
  const active = model.position?.row
  const rows = Array.from({ length: drawn.bottom - drawn.top + 1 }, (_, index) => drawn.top + index)
  if (active !== undefined && active < model.ids.length && (active < drawn.top || active > drawn.bottom))
    rows.push(active)
  return { rows, first: drawn.first, last: drawn.last, follow }
}

function drawnIn(
  { top, left, width, height }: { top: number; left: number; width: number; height: number },
  count: number,
  layout: GridLayout,
  headerHeight: number,
): Drawn {
  if (height === 0) return NOTHING
  const columns = layout.widths.length
  const right = left + width - layout.actionsWidth
  const begin = left + layout.pinnedWidth
  let first = layout.pinned
  while (first < columns - 1 && (layout.offsets[first + 1] ?? 0) <= begin) first += 1
  let last = first
  while (last < columns - 1 && (layout.offsets[last + 1] ?? 0) < right) last += 1
  return {
    top: Math.max(0, Math.min(Math.floor(top / ROW_HEIGHT), count - 1) - ROW_OVERSCAN),
    bottom: Math.min(count - 1, Math.floor((top + height - headerHeight) / ROW_HEIGHT) + ROW_OVERSCAN),
    first: Math.max(layout.pinned, first - COLUMN_OVERSCAN),
    last: Math.min(columns - 1, last + COLUMN_OVERSCAN),
  }
}

function same(one: Drawn, other: Drawn): boolean {
  return (
    one.top === other.top &&
    one.bottom === other.bottom &&
    one.first === other.first &&
    one.last === other.last
  )
}
