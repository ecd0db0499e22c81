import { roundDecimal, sumDecimal, toDecimalNumber } from '@runtime/expression'
import type { FieldPlan } from '@runtime/form/plan'
import type { Cell, CellState, TableStore } from '@runtime/form/store.types'
import { proxy } from 'valtio/vanilla'
import type { TableRow } from './definition'

const SUM_DECIMALS = 2

/** Rows that are only shown, in the form the grid draws. Writing to them is a mistake in the program. */
export function staticTable(
  field: FieldPlan,
  rows: readonly TableRow[],
  summaryField: readonly string[],
): TableStore {
  const columns = field.columns ?? []
  const ids = rows.map((_, index) => String(index))
  const cells = new Map<string, Cell>()
  const row = (rowId: string) => rows[Number(rowId)] ?? {}
  const numeric = new Set(
    columns.filter(({ definition }) => definition?.sort === 'number').map(({ name }) => name),
  )
  /** The server's texts as they are; a number that it has written with thousands separators is that number. */
  const valueIn = (rowId: string, column: string) => {
    const value = row(rowId)[column]
    return numeric.has(column) ? (toDecimalNumber(value) ?? value) : value
  }
  const refuse = (): never => {
    throw new Error(`The rows of ${field.path} are shown only`)
  }
  return {
    path: field.path,
    field,
    columns,
    state: proxy({ ids, version: 0, canUndo: false, canRedo: false }),
    row,
    errorCount: () => 0,
    get: valueIn,
    cell(rowId, column) {
      const key = `${rowId}.${column}`
      const known = cells.get(key)
      if (known) return known
      const made = shownCell(valueIn(rowId, column))
      cells.set(key, made)
      return made
    },
    summary: proxy(Object.fromEntries(summaryField.map((name) => [name, total(rows, name)]))),
    errors: () => [],
    touch: refuse,
    set: refuse,
    setMany: refuse,
    insert: refuse,
    remove: refuse,
    discard: refuse,
    move: refuse,
    choices: refuse,
    batch: refuse,
    undo: refuse,
    redo: refuse,
  }
}

function shownCell(value: unknown): Cell {
  const state: CellState = {
    value,
    error: null,
    visible: true,
    required: false,
    disabled: false,
    readonly: true,
    options: null,
    optionsState: 'none',
    touched: false,
  }
  // It never changes: nobody is told of anything.
  return { state, read: () => state, subscribe: () => () => {} }
}

/** Sum of a column's numbers to two decimals; null where it has none (`spec/widgets.md §5`). */
function total(rows: readonly TableRow[], name: string): number | null {
  // The server writes numbers with thousands separators: those count too.
  const numbers = rows.map((row) => toDecimalNumber(row[name])).filter((value) => value !== null)
  return numbers.length === 0 ? null : roundDecimal(sumDecimal(numbers), SUM_DECIMALS)
}
