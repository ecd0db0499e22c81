import { filledText } from '@runtime/document/filled-text'
import type { Scope } from '@runtime/expression'
import type { Host } from '@runtime/host'
import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { cellText } from '../copied-rows'
import { flatten, recordsIn } from '../flat-rows'
import { groupText } from '../group-text'
import { totalText, valueText } from '../summary-row'
import type { WholeRows } from './whole-rows'

/** A line of a table on paper: cells by column, or a heading over all of them. */
export interface WholeLine {
  readonly cells: readonly string[]
  readonly isHeading: boolean
}

/** A table as text, whole. */
export interface WholeTable {
  readonly heads: readonly string[]
  readonly rights: readonly boolean[]
  readonly lines: readonly WholeLine[]
  /** What summed columns come to; null where the list sums none, or not over all of it. */
  readonly foot: readonly string[] | null
}

/** The texts of a list's table: the columns that are shown, in their order, of all rows. */
export function wholeTable(
  whole: WholeRows,
  columns: readonly ColumnPlan[],
  plan: ListPlan,
  { scope, host }: { readonly scope: Scope; readonly host: Host },
): WholeTable {
  const heads = columns.map(({ heading, label }) =>
    heading ? filledText(host, heading, scope) : host.text(label),
  )
  const rights = columns.map(({ align }) => align === 'right')
  const lines = flatten(whole.rows, plan.nested, () => true).map(({ row, level, group }): WholeLine => {
    if (group) return { cells: [groupText(row) || host.text('@list.ungrouped')], isHeading: true }
    const cells = columns.map((column) => cellText(row, column, scope, host))
    // What stands below another row is moved in, as on the screen.
    return {
      cells: cells.map((text, index) => (index === 0 ? '　'.repeat(level) + text : text)),
      isHeading: false,
    }
  })
  return { heads, rights, lines, foot: footOf(whole, columns, plan, host) }
}

function footOf(whole: WholeRows, columns: readonly ColumnPlan[], plan: ListPlan, host: Host) {
  if (plan.summary.length === 0 || (whole.isCut && !whole.totals)) return null
  const records = recordsIn(whole.rows)
  const cells = columns.map((column) => {
    if (!whole.totals) return totalText(records, column, plan, host)
    const total = plan.summary.includes(column.path) ? whole.totals[column.path] : null
    return valueText(total ?? null, column, host)
  })
  if (cells.every((text) => text === '')) return null
  const label = host.text('@list.totalOf', { count: whole.total })
  return cells[0] === '' ? [label, ...cells.slice(1)] : cells
}

/** Cells for the clipboard: the heads, the rows, the totals. */
export function matrixOf({ heads, lines, foot }: WholeTable): readonly (readonly string[])[] {
  return [heads, ...lines.map(({ cells }) => cells), ...(foot ? [foot] : [])]
}
