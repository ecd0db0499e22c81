import { roundDecimal, sumDecimal, toDecimalNumber } from '@runtime/expression'
import type { Host } from '@runtime/host'
import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { useHost } from '../host'
import { grouped } from './cell'
import { cellClass, stickyStyle } from './cell-class'
import type { TableLayout } from './columns'
import { subRows } from './heights'
import { part } from './roles'
import { type Row, rawOf } from './source'

/** Totals of the page, to two decimals; blank where a column has no number (`spec/widgets.md §5`). */
export function SummaryRow({
  plan,
  layout,
  rows,
}: {
  readonly plan: ListPlan
  readonly layout: TableLayout
  readonly rows: readonly Row[]
}) {
  const host = useHost()
  const labelled = layout.columns.findIndex(({ kind }) => kind !== 'select')
  return (
    <div {...part('rowgroup')} className="loam-list-table-foot">
      <div {...part('row')} className="loam-list-row-cells" style={{ gridTemplateColumns: layout.template }}>
        {layout.columns.map((column, index) => (
          <div key={column.id} {...part('cell')} className={cellClass(column)} style={stickyStyle(column)}>
            <span className="loam-list-cell-text">
              {index === labelled ? host.text('@view.summary') : totalText(rows, column.plan, plan, host)}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

/** What a column comes to over rows; empty where it is not summed. */
export function totalText(
  rows: readonly Row[],
  column: ColumnPlan | undefined,
  plan: ListPlan,
  host: Host,
): string {
  return column && plan.summary.includes(column.path) ? said(totalOf(rows, column.path), column, host) : ''
}

/** A total is written as the values above it are. */
function said(total: number | null, { field, thousands }: ColumnPlan, host: Host): string {
  if (total === null) return ''
  const toText = field?.definition?.toText
  if (toText) return toText(total, field.settings, { ...host, get: () => null })
  return thousands ? grouped(total) : String(total)
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
function numberIn(row: Row, name: string): number | null {
  const value = rawOf(row, name)
  return toDecimalNumber(typeof value === 'string' ? value.replaceAll(',', '') : value)
}
