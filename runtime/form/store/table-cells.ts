import type { Option } from '../../widget/definition'
import type { FormEngine } from '../engine/engine'
import type { Row, Rows } from '../engine/state'
import type { FieldPlan } from '../plan'
import type { FormEvent, SetOrigin } from '../store.types'
import { makeCell, type StoreCell, updateCell } from './cells'

/** What a table needs of the form it is in. */
export interface TableOwner {
  readonly engine: FormEngine
  /** Something changed: rules run in the next microtask. `undo`: dependent choices keep their values. */
  schedule(origin: SetOrigin | 'undo'): void
  /** Computes what waits for changes to end. */
  settle(): void
  /** A cell was made for the first time: its choices may have to be fetched. */
  optionsFor(cell: StoreCell, field: FieldPlan, row: Row): void
  choices(field: FieldPlan, values: Readonly<Record<string, unknown>>): Promise<readonly Option[]>
  errorShown(key: string, message: string | null): void
  /** A person or a script wrote a cell, or left it. */
  tell(event: FormEvent): void
}

/** The cells of one sub-table as they are on the screen: their states, who has left them, and what is wrong with them. */
export class TableCells {
  readonly path: string
  readonly field: FieldPlan
  readonly columns: readonly FieldPlan[]
  readonly rows: Rows
  protected readonly owner: TableOwner
  #cells = new WeakMap<Row, Map<string, StoreCell>>()
  /** Messages and touches by row: a cell that is not on the screen keeps them too. */
  readonly #errors = new Map<Row, Map<string, string>>()
  readonly #touched = new Map<Row, Set<string>>()
  #allTouched = false

  constructor(rows: Rows, owner: TableOwner) {
    this.rows = rows
    this.path = rows.path
    this.field = rows.leaf.field
    this.columns = rows.columns
    this.owner = owner
  }

  cell(rowId: string, column: string): StoreCell {
    const row = this.rowOf(rowId)
    const field = this.columnOf(column)
    const cells = this.#cells.get(row) ?? new Map<string, StoreCell>()
    this.#cells.set(row, cells)
    const known = cells.get(column)
    if (known) return known
    const cell = makeCell(field, row.values[column], this.rows.flags(row, field), {
      touched: this.#isTouched(row, column),
      error: this.#errors.get(row)?.get(column) ?? null,
    })
    cells.set(column, cell)
    this.owner.optionsFor(cell, field, row)
    return cell
  }

  /** The cell has been left: from now on its error shows. */
  touch(rowId: string, column: string): void {
    this.owner.settle()
    this.markTouched(this.rowOf(rowId), column)
  }

  /** The same inside a change that has not ended: rules run after it. */
  protected markTouched(row: Row, column: string): void {
    const touched = this.#touched.get(row) ?? new Set()
    this.#touched.set(row, touched.add(column))
    this.#cells.get(row)?.get(column)?.update({ touched: true })
    this.recheck(row, column)
    this.owner.tell({ kind: 'blur', path: `${this.path}.${column}`, rowId: row.id })
  }

  /** A cell changed by a rule or a write: what is on the screen follows. */
  refresh(row: Row, column: string): void {
    const cell = this.#cells.get(row)?.get(column)
    if (cell) updateCell(cell, row.values[column], this.rows.flags(row, this.columnOf(column)))
    if (this.#isTouched(row, column)) this.recheck(row, column)
    else this.showError(row, column, null)
  }

  recheck(row: Row, column: string): void {
    if (!this.#isTouched(row, column)) return
    const field = this.columnOf(column)
    this.showError(row, column, this.owner.engine.checkCell(this.rows, row, field))
  }

  /** Checks again what has been left, after a value changed that its checks look at. */
  recheckTouched(column: string): void {
    for (const row of this.#allTouched ? this.rows : this.#touched.keys()) this.recheck(row, column)
  }

  showError(row: Row, column: string, message: string | null): void {
    const errors = this.#errors.get(row)
    if (message === null && !errors?.has(column)) return
    if (message === null) errors?.delete(column)
    else this.#errors.set(row, (errors ?? new Map<string, string>()).set(column, message))
    this.#cells.get(row)?.get(column)?.update({ error: message })
    this.owner.errorShown(`${this.path}/${row.id}/${column}`, message)
  }

  errorCount(rowId: string): number {
    const row = this.rows.rows.get(rowId)
    return (row && this.#errors.get(row)?.size) ?? 0
  }

  /** A person tried to save: every cell counts as left. */
  touchAll(): void {
    this.#allTouched = true
    for (const row of this.rows) {
      for (const cell of this.#cells.get(row)?.values() ?? []) cell.update({ touched: true })
    }
  }

  clearErrors(): void {
    for (const [row, errors] of this.#errors)
      for (const column of [...errors.keys()]) this.showError(row, column, null)
  }

  cellsOf(row: Row): ReadonlyMap<string, StoreCell> | undefined {
    return this.#cells.get(row)
  }

  /** A record was loaded: cells, messages and touches start anew. */
  protected startAnew(): void {
    this.clearErrors()
    this.#cells = new WeakMap()
    this.#touched.clear()
    this.#allTouched = false
  }

  protected forget(row: Row | undefined): void {
    if (!row) return
    for (const column of [...(this.#errors.get(row)?.keys() ?? [])]) this.showError(row, column, null)
  }

  #isTouched(row: Row, column: string): boolean {
    return this.#allTouched || (this.#touched.get(row)?.has(column) ?? false)
  }

  protected rowOf(rowId: string): Row {
    const row = this.rows.rows.get(rowId)
    if (!row) throw new RangeError(`The sub-table "${this.path}" has no row "${rowId}"`)
    return row
  }

  protected columnOf(name: string): FieldPlan {
    const column = this.rows.byName.get(name)
    if (!column) throw new RangeError(`The sub-table "${this.path}" has no column "${name}"`)
    return column
  }
}
