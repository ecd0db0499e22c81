import { filledText } from '@runtime/document/filled-text'
import type { Scope } from '@runtime/expression'
import type { Host } from '@runtime/host'
import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import type { SheetCell } from '@runtime/widget/sheet-text'
import type { CopiedTable } from '@widgets/shared/clipboard'
import { headingOf } from '../column-label'
import { cellText, sheetCell } from '../copied-rows'
import { flatten, recordsIn } from '../flat-rows'
import { groupText } from '../group-text'
import type { Row } from '../source'
import { totalOf, valueText } from '../summary-row'
import type { WholeRows } from './whole-rows'

/** What a cell shows, and what a spreadsheet takes of it. */
export interface WholeCell {
  readonly text: string
  readonly copied: SheetCell
}

/** A line of a table on paper: cells by column, or a heading over all of them. */
export interface WholeLine {
  readonly cells: readonly WholeCell[]
  readonly isHeading: boolean
}

/** A table as text, whole. */
export interface WholeTable {
  readonly heads: readonly string[]
  readonly rights: readonly boolean[]
  readonly lines: readonly WholeLine[]
  /** What summed columns come to; null where the list sums none, or not over all of it. */
  readonly foot: readonly WholeCell[] | null
}

/** The texts of a list's table: the columns that are shown, in their order, of all rows. */
export function wholeTable(
  whole: WholeRows,
  columns: readonly ColumnPlan[],
  plan: ListPlan,
  { scope, host }: { readonly scope: Scope; readonly host: Host },
): WholeTable {
  const heads = columns.map((column) =>
    column.heading ? filledText(host, column.heading, scope) : headingOf(column, host),
  )
  const rights = columns.map(({ align }) => align === 'right')
  const lines = flatten(whole.rows, plan.nested, () => true).map(({ row, level, group }): WholeLine => {
    if (group) return { cells: [wordCell(groupText(row) || host.text('@list.ungrouped'))], isHeading: true }
    const cells = columns.map((column) => ({
      text: cellText(row, column, scope, host),
      copied: sheetCell(row, column, scope, host),
    }))
    const [first, ...others] = cells
    // What stands below another row is moved in, as on the screen.
    const moved = first && level > 0 ? [wordCell('　'.repeat(level) + first.text), ...others] : cells
    return { cells: moved, isHeading: false }
  })
  return { heads, rights, lines, foot: footOf(whole, columns, plan, host) }
}

function footOf(whole: WholeRows, columns: readonly ColumnPlan[], plan: ListPlan, host: Host) {
  if (plan.summary.length === 0 || (whole.isCut && !whole.totals)) return null
  const records = recordsIn(whole.rows)
  const cells = columns.map((column) => {
    const total = totalAt(whole, records, column, plan)
    return total === null ? wordCell('') : { text: valueText(total, column, host), copied: total }
  })
  if (cells.every(({ text }) => text === '')) return null
  const label = wordCell(host.text('@list.totalOf', { count: whole.total }))
  return cells[0]?.text === '' ? [label, ...cells.slice(1)] : cells
}

function totalAt({ totals }: WholeRows, records: readonly Row[], { path }: ColumnPlan, plan: ListPlan) {
  if (!plan.summary.includes(path)) return null
  return totals ? (totals[path] ?? null) : totalOf(records, path)
}

const wordCell = (text: string): WholeCell => ({ text, copied: text })

/** The table for the clipboard: the heads, the rows, the totals. */
export function copiedOf({ heads, lines, foot }: WholeTable): CopiedTable {
  const rows = [...lines.map(({ cells }) => cells), ...(foot ? [foot] : [])]
  return { heads, rows: rows.map((cells) => cells.map(({ copied }) => copied)) }
}
