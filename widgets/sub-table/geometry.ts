import { columnOffsets, fittedWidths, type GridColumn } from './columns'
import type { Position } from './selection'

/** Pixels. */
export const ROW_HEIGHT = 36
export const NUMBER_WIDTH = 56
const ACTION_WIDTH = 36
/** The first column stays in view where at least this much is left for the others. */
const SCROLLING_ROOM = 240

/** Where everything stands, in pixels from the left edge of the rows. */
export interface GridLayout {
  readonly widths: readonly number[]
  /** Left edge of each column, and after the last one its right edge. */
  readonly offsets: readonly number[]
  /** Columns that stay in view at the left: 0 or 1, beside the row numbers. */
  readonly pinned: number
  readonly pinnedWidth: number
  /** Width of the row actions at the right; 0 without any. */
  readonly actionsWidth: number
  readonly total: number
  /** The columns reach the row actions, or the frame: the last one needs no border line of its own. */
  readonly fills: boolean
}

export function gridLayout(
  columns: readonly GridColumn[],
  own: Readonly<Record<string, number>>,
  available: number,
  actions: number,
  needs: Readonly<Record<string, number>> = {},
): GridLayout {
  const actionsWidth = actions * ACTION_WIDTH
  const widths = fittedWidths(columns, own, available - NUMBER_WIDTH - actionsWidth, needs)
  const offsets = columnOffsets(widths).map((offset) => offset + NUMBER_WIDTH)
  const first = widths[0] ?? 0
  const pinned = available - NUMBER_WIDTH - first - actionsWidth >= SCROLLING_ROOM ? 1 : 0
  const total = (offsets.at(-1) ?? NUMBER_WIDTH) + actionsWidth
  return {
    widths,
    offsets,
    pinned,
    pinnedWidth: NUMBER_WIDTH + (pinned ? first : 0),
    actionsWidth,
    total,
    fills: total >= available,
  }
}

/** A column whose right border line would stand beside that of the row actions or of the frame. */
export function isFlush({ fills, widths }: GridLayout, column: number): boolean {
  return fills && column === widths.length - 1
}

/** What of the rows can be seen: the scrolled part less what stands over it. */
export interface Viewport {
  readonly scrollTop: number
  readonly scrollLeft: number
  readonly width: number
  /** Height between header and summary. */
  readonly height: number
}

/** The scroll position that brings a cell into view, moving no further than needed. */
export function reveal(
  { row, column }: Position,
  layout: GridLayout,
  view: Viewport,
): { readonly top: number; readonly left: number } {
  const top = nearest(row * ROW_HEIGHT, ROW_HEIGHT, view.scrollTop, view.height)
  if (column < layout.pinned) return { top, left: view.scrollLeft }
  const start = (layout.offsets[column] ?? 0) - layout.pinnedWidth
  const room = view.width - layout.pinnedWidth - layout.actionsWidth
  return { top, left: nearest(start, layout.widths[column] ?? 0, view.scrollLeft, room) }
}

function nearest(start: number, size: number, scrolled: number, room: number): number {
  if (start < scrolled || size > room) return start
  return start + size > scrolled + room ? start + size - room : scrolled
}

/** The cell under a point, given in pixels from the top left of what is seen of the rows; the nearest one outside them. */
export function cellAt(x: number, y: number, layout: GridLayout, view: Viewport): Position {
  const left = x < layout.pinnedWidth ? x : x + view.scrollLeft
  const next = layout.offsets.findIndex((offset) => offset > left)
  const column = next === -1 ? layout.widths.length - 1 : next - 1
  return { row: Math.floor((y + view.scrollTop) / ROW_HEIGHT), column: Math.max(column, 0) }
}
