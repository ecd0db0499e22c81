import type { ColumnPlan } from '@runtime/list/plan'
import type { Row } from './source'

/** Pixels: a plain row, one line of a higher one, and what stands around its lines (8 above, 7 and the border below). */
export const ROW = 40
/** A row that is edited in place: its controls, and a line for what is wrong with one. */
export const EDITING = 64
export const LINE = 24
const AROUND_LINES = 16
/** What stands around a table that opens below its row. */
const AROUND_TABLE = 17
/** Lines of a sub-table that a cell shows before it is unfolded. */
export const FOLDED_LINES = 3

/** Rows of the sub-table `table` in a list's row. */
export function subRows(row: Row, table: string): readonly Row[] {
  const rows = row[table]
  return Array.isArray(rows) ? (rows as readonly Row[]) : []
}

/** Names of the sub-tables that the columns show. */
export function tablesOf(columns: readonly ColumnPlan[]): readonly string[] {
  const names = columns.flatMap(({ path }) => (path.includes('.') ? [path.split('.')[0] ?? ''] : []))
  return [...new Set(names)]
}

/** Height of a row whose sub-tables stand in its cells: known from the data, so that nothing needs measuring. */
export function groupedHeight(row: Row, tables: readonly string[], open: boolean): number {
  let lines = 1
  for (const table of tables) {
    const count = subRows(row, table).length
    const shown = open ? count : Math.min(count, FOLDED_LINES)
    lines = Math.max(lines, shown + (count > FOLDED_LINES ? 1 : 0))
  }
  return lines * LINE + AROUND_LINES
}

/** Height of what opens below a row: a header and a line for each sub-row, per sub-table. */
export function unfoldedHeight(row: Row, tables: readonly string[]): number {
  return tables.reduce((sum, table) => {
    const count = subRows(row, table).length
    return sum + (count === 0 ? 0 : (count + 1) * 32 + AROUND_TABLE)
  }, 0)
}
