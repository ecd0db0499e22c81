import { roundDecimal, sumDecimal, toDecimalNumber } from '@runtime/expression'
import type { Host } from '@runtime/host'
import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { textWidth } from '@widgets/shared/text-width'
import type { CSSProperties } from 'react'
import { useHost } from '../host'
import { alike } from './alike-decimals'
import { grouped } from './cell'
import { cellClass, stickyStyle } from './cell-class'
import type { PlacedColumn, TableLayout } from './columns'
import { subRows } from './heights'
import { part } from './roles'
import { type ListPage, type Row, rawOf } from './source'

/**
 * What summed columns come to, to two decimals; blank where a column has no number (`spec/widgets.md §5`). Of all that
 * matches, which is said with its count; where the page is a part of that, the page's sums stand above.
 */
export function SummaryRows({
  plan,
  layout,
  rows,
  matching,
}: {
  readonly plan: ListPlan
  readonly layout: TableLayout
  /** The records of the page. */
  readonly rows: readonly Row[]
  readonly matching: Pick<ListPage, 'total' | 'capped' | 'totals'>
}) {
  const host = useHost()
  const { total, capped = false, totals } = matching
  const isAll = !capped && total <= rows.length
  const ofPage = (column: ColumnPlan | undefined) => totalText(rows, column, plan, host)
  const ofAll = (column: ColumnPlan | undefined) =>
    column && plan.summary.includes(column.path) ? valueText(totals?.[column.path] ?? null, column, host) : ''
  const all = host.text('@list.totalOf', { count: grouped(total) })
  return (
    <div {...part('rowgroup')} className="loam-list-table-foot">
      {!isAll && <Line layout={layout} label={host.text('@list.totalOfPage')} textOf={ofPage} />}
      {(isAll || totals) && <Line layout={layout} label={all} textOf={isAll ? ofPage : ofAll} />}
    </div>
  )
}

function Line({
  layout,
  label,
  textOf,
}: {
  readonly layout: TableLayout
  readonly label: string
  readonly textOf: (column: ColumnPlan | undefined) => string
}) {
  const { from, to } = labelSpan(layout, textOf)
  const room = layout.columns.slice(from, to).reduce((sum, { width }) => sum + width, 0)
  // Where the columns before the first sum have no room for it, it stands above them all.
  const above = textWidth(label) + AROUND > room
  const labelStyle = { gridColumn: above ? '1 / -1' : `${from + 1} / ${to + 1}` }
  return (
    <div
      {...part('row')}
      className="loam-list-row-cells"
      data-above={above ? '' : undefined}
      style={{ gridTemplateColumns: layout.template }}
    >
      {layout.columns.map((column, index) => {
        if (index > from && index < to) return null
        const isLabel = index === from
        return (
          <div
            key={column.id}
            {...part('cell', isLabel ? { 'aria-colspan': to - from } : {})}
            className={isLabel ? 'loam-list-cell loam-list-foot-label' : cellClass(column)}
            style={isLabel ? labelStyle : above ? belowLabel(column, index) : stickyStyle(column)}
          >
            <span className="loam-list-cell-text">{isLabel ? label : textOf(column.plan)}</span>
          </div>
        )
      })}
    </div>
  )
}

function belowLabel(column: PlacedColumn, index: number): CSSProperties {
  return { ...stickyStyle(column), gridColumn: index + 1, gridRow: 2 }
}

/** The space around a cell's text. */
const AROUND = 26

/** Columns that the label lies over: from the first after the ticks to the next that is summed. */
function labelSpan({ columns }: TableLayout, textOf: (column: ColumnPlan | undefined) => string) {
  const from = Math.max(
    0,
    columns.findIndex(({ kind }) => kind !== 'select'),
  )
  const ends = (index: number) => columns[index]?.kind === 'actions' || textOf(columns[index]?.plan) !== ''
  let to = from + 1
  while (to < columns.length && !ends(to)) to++
  return { from, to }
}

/** What a column comes to over rows; empty where it is not summed. */
export function totalText(
  rows: readonly Row[],
  column: ColumnPlan | undefined,
  plan: ListPlan,
  host: Host,
): string {
  return column && plan.summary.includes(column.path)
    ? valueText(totalOf(rows, column.path), column, host)
    : ''
}

/** From where on the digits of a total cannot be counted at a glance. */
const LONG = 10_000

/** A total is written as the values above it are, a long one with marks between its thousands. */
export function valueText(total: number | null, column: ColumnPlan, host: Host): string {
  if (total === null) return ''
  const { field, thousands } = column
  const isLong = Math.abs(total) >= LONG
  const toText = field?.definition?.toText
  const settings = isLong ? { ...field?.settings, thousands: true } : (field?.settings ?? {})
  if (toText) return alike(column, toText(total, settings, { ...host, get: () => null }))
  return alike(column, thousands || isLong ? grouped(total) : String(total))
}

/** The sum of a member over rows, or of a sub-table's column over all sub-rows; null without a number. */
export function totalOf(rows: readonly Row[], path: string): number | null {
  const [table = '', inner] = path.split('.')
  const values = inner
    ? rows.flatMap((row) => subRows(row, table).map((one) => numberIn(one, inner)))
    : rows.map((row) => numberIn(row, table))
  const numbers = values.filter((value) => value !== null)
  return numbers.length === 0 ? null : roundDecimal(sumDecimal(numbers), 2)
}

/** A number as it is, or the one that a text with thousands separators shows. */
export function numberIn(row: Row, name: string): number | null {
  const value = rawOf(row, name)
  return toDecimalNumber(typeof value === 'string' ? value.replaceAll(',', '') : value)
}
