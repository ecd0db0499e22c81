import type { CellStyle } from '@runtime/list/cell-style'
import type { ColumnPlan } from '@runtime/list/plan'
import type { CSSProperties } from 'react'
import type { PlacedColumn } from './columns'

/** Class names of a cell by its column: alignment, the edge where it stays. */
export function cellClass(column: PlacedColumn, more = ''): string {
  const align = column.plan?.align ?? (column.kind === 'index' ? 'center' : 'left')
  return [
    'loam-list-cell',
    `loam-list-cell-${align}`,
    column.fixed && `loam-list-cell-fixed loam-list-cell-fixed-${column.fixed}`,
    more,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Where a fixed cell stays. */
export function stickyStyle({ fixed, kind, offset, plan }: PlacedColumn): CSSProperties {
  if (fixed) return { [fixed]: offset }
  return kind === 'data' && plan && holdsFigures(plan) ? { opacity: `var(${seenName(offset)}, 1)` } : {}
}

/** Widgets whose values are figures wherever they stand: half a date is another one. */
const FIGURES: ReadonlySet<string> = new Set([
  ...['date-picker', 'time-picker', 'date-range', 'number-input', 'number-range', 'calculate'],
  ...['serial-number', 'open-data'],
])

/** Whether a column's values read as others when a part of them is covered. */
export function holdsFigures({ align, field }: ColumnPlan): boolean {
  return align === 'right' || FIGURES.has(field?.widget ?? '')
}

/** The table's property that says whether the figures of the column at this place are wholly seen: 1 or 0. */
export function seenName(offset: number): string {
  return `--loam-seen-${offset}`
}

/** What a model's script gave as a style: cells of a row are opaque and take their tint from the row's variable. */
export function styleOf(style: CellStyle | undefined): CSSProperties | undefined {
  if (!style) return undefined
  const { backgroundColor, ...rest } = style
  const tint = backgroundColor === undefined ? {} : { '--loam-list-cell': backgroundColor }
  return { ...rest, ...tint } as CSSProperties
}
