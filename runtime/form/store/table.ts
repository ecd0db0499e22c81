import { proxy, ref } from 'valtio/vanilla'
import { roundDecimal } from '../../expression'
import type { FormEngine } from '../engine/engine'
import type { Row, Rows } from '../engine/state'
import type { FieldPlan } from '../plan'
import type { SetOrigin, TableStore } from '../store.types'
import { makeCell, type StoreCell, updateCell } from './cells'
import { UndoHistory, type UndoStep } from './undo'

/** Decimals of a summary (`spec/widgets.md §9`). */
const SUMMARY_DECIMALS = 2

/** What a table needs of the form it is in. */
export interface TableOwner {
  readonly engine: FormEngine
  /** Something changed: rules run in the next microtask. `undo`: dependent choices keep their values. */
  schedule(origin: SetOrigin | 'undo'): void
  /** A cell was made for the first time: its choices may have to be fetched. */
  optionsFor(cell: StoreCell, field: FieldPlan, row: Row): void
  errorShown(key: string, message: string | null): void
  /** Runs a check of the column `key` and notes what it looks at. */
  watching(key: string, check: () => string | null): string | null
}

/** The rows of one sub-table, as `TableStore` says. */
export class Table implements TableStore {
  readonly path: string
  readonly field: FieldPlan
  readonly columns: readonly FieldPlan[]
  readonly state: TableStore['state']
  readonly summary: Record<string, number | null>
  readonly rows: Rows
  readonly #owner: TableOwner
  #cells = new WeakMap<Row, Map<string, StoreCell>>()
  /** Messages and touches by row: a cell that is not on the screen keeps them too. */
  readonly #errors = new Map<Row, Map<string, string>>()
  readonly #touched = new Map<Row, Set<string>>()
  #allTouched = false
  readonly #history = new UndoHistory()
  #open: UndoStep | null = null
  #depth = 0

  constructor(rows: Rows, owner: TableOwner) {
    this.rows = rows
    this.path = rows.path
    this.field = rows.leaf.field
    this.columns = rows.columns
    this.#owner = owner
    this.state = proxy({ ids: ref([]) as readonly string[], version: 0, canUndo: false, canRedo: false })
    this.summary = proxy(Object.fromEntries(this.#summed().map((name) => [name, null])))
  }

  cell(rowId: string, column: string): StoreCell {
    const row = this.#row(rowId)
    const field = this.#column(column)
    const cells = this.#cells.get(row) ?? new Map<string, StoreCell>()
    this.#cells.set(row, cells)
    const known = cells.get(column)
    if (known) return known
    const cell = makeCell(field, row.values[column], this.rows.flags(row, field), {
      touched: this.#isTouched(row, column),
      error: this.#errors.get(row)?.get(column) ?? null,
    })
    cells.set(column, cell)
    this.#owner.optionsFor(cell, field, row)
    return cell
  }

  row(rowId: string): Readonly<Record<string, unknown>> {
    return this.#row(rowId).values
  }

  get(rowId: string, column: string): unknown {
    return this.#row(rowId).values[column]
  }

  set(rowId: string, column: string, value: unknown, origin: SetOrigin = 'user'): void {
    this.#write(origin, () => this.#setCell(rowId, column, value, origin))
  }

  setMany(changes: Parameters<TableStore['setMany']>[0]): void {
    this.#write('user', () => {
      for (const { rowId, column, value, error } of changes) {
        this.#setCell(rowId, column, value, 'user')
        if (error !== undefined) this.#refuse(this.#row(rowId), column, error)
      }
    })
  }

  insert(rows: readonly Readonly<Record<string, unknown>>[], index = this.rows.count): readonly string[] {
    const added = rows.map((given) => this.#owner.engine.makeRow(this.rows, given, 'new'))
    const ids = added.map((row) => row.id)
    this.#write('user', () =>
      this.#arrange(this.rows.order.toSpliced(clamp(index, this.rows.count), 0, ...ids), added),
    )
    return ids
  }

  remove(rowIds: readonly string[]): void {
    const gone = new Set(rowIds)
    for (const id of gone) this.#forget(this.rows.rows.get(id))
    this.#write('user', () =>
      this.#arrange(
        this.rows.order.filter((id) => !gone.has(id)),
        [],
      ),
    )
  }

  move(rowId: string, index: number): void {
    const rest = this.rows.order.filter((id) => id !== rowId)
    if (rest.length === this.rows.count) return
    this.#write('user', () => this.#arrange(rest.toSpliced(clamp(index, rest.length), 0, rowId), []))
  }

  /** Replaces all rows, as one step. */
  replace(rows: readonly Readonly<Record<string, unknown>>[], origin: SetOrigin): void {
    const added = rows.map((given) => this.#owner.engine.makeRow(this.rows, given, 'existing'))
    this.#write(origin, () =>
      this.#arrange(
        added.map((row) => row.id),
        added,
      ),
    )
  }

  batch<T>(work: () => T): T {
    return this.#write('user', work)
  }

  undo(): void {
    const step = this.#history.undo()
    if (step) this.#replay(step, step.before, (change) => change.before, step.cells.toReversed())
  }

  redo(): void {
    const step = this.#history.redo()
    if (step) this.#replay(step, step.after, (change) => change.after, step.cells)
  }

  errors(): readonly { readonly rowId: string; readonly column: string; readonly message: string }[] {
    const found: { rowId: string; column: string; message: string }[] = []
    for (const row of this.rows) {
      for (const column of this.columns) {
        const message = this.#owner.engine.checkCell(this.rows, row, column)
        if (message !== null) found.push({ rowId: row.id, column: column.name, message })
      }
    }
    return found
  }

  /** The cell has been left: from now on its error shows. */
  touch(rowId: string, column: string): void {
    const row = this.#row(rowId)
    const touched = this.#touched.get(row) ?? new Set()
    this.#touched.set(row, touched.add(column))
    this.#cells.get(row)?.get(column)?.update({ touched: true })
    this.recheck(row, column)
  }

  /** A cell changed by a rule or a write: what is on the screen follows. */
  refresh(row: Row, column: string): void {
    const cell = this.#cells.get(row)?.get(column)
    if (cell) updateCell(cell, row.values[column], this.rows.flags(row, this.#column(column)))
    if (this.#isTouched(row, column)) this.recheck(row, column)
    else this.showError(row, column, null)
  }

  recheck(row: Row, column: string): void {
    if (!this.#isTouched(row, column)) return
    const field = this.#column(column)
    const check = () => this.#owner.engine.checkCell(this.rows, row, field)
    this.showError(row, column, this.#owner.watching(field.path, check))
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
    this.#owner.errorShown(`${this.path}/${row.id}/${column}`, message)
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

  /** A record was loaded: rows, messages and steps start anew. */
  loaded(): void {
    this.clearErrors()
    this.#cells = new WeakMap()
    this.#touched.clear()
    this.#allTouched = false
    this.#history.clear()
    this.afterFlush()
  }

  /** A rule emptied a cell because of the last change: one undo takes back both. */
  cleared(row: Row, column: string, before: unknown): void {
    const step = this.#open ?? this.#history.last
    step?.cells.push({ rowId: row.id, column, before, after: row.values[column] })
  }

  /** Brings order, totals and counters to the screen, once a flush. */
  afterFlush(): void {
    const { state, rows } = this
    if (state.ids !== rows.order) state.ids = ref(rows.order as string[])
    state.version += 1
    if (state.canUndo !== this.#history.canUndo) state.canUndo = this.#history.canUndo
    if (state.canRedo !== this.#history.canRedo) state.canRedo = this.#history.canRedo
    for (const name of this.#summed()) {
      const sum = rows.sum(name)
      const total = sum.count === 0 ? null : roundDecimal(sum.value, SUMMARY_DECIMALS)
      if (this.summary[name] !== total) this.summary[name] = total
    }
  }

  #summed(): readonly string[] {
    const names = this.field.settings['summaryField']
    return Array.isArray(names) ? names.filter((name) => this.rows.byName.has(String(name))).map(String) : []
  }

  #setCell(rowId: string, column: string, value: unknown, origin: SetOrigin): void {
    const row = this.#row(rowId)
    if (origin === 'user' && this.#column(column).computed) return
    const before = row.values[column]
    if (!this.#owner.engine.setCell(this.rows, row, column, value)) return
    this.#open?.cells.push({ rowId, column, before, after: row.values[column] })
  }

  /** Keeps what was pasted, with the reason why it is no value. */
  #refuse(row: Row, column: string, message: string): void {
    row.refused ??= new Map()
    row.refused.set(column, message)
    this.touch(row.id, column)
  }

  #arrange(order: readonly string[], added: readonly Row[]): void {
    if (this.#open) {
      this.#open.before ??= this.rows.order
      this.#open.after = order
    }
    this.#owner.engine.arrange(this.rows, order, added)
  }

  /** Runs changes as one undo step; inside another one they are part of it. */
  #write<T>(origin: SetOrigin, work: () => T): T {
    const step = this.#open ?? { cells: [], before: null, after: null }
    this.#open = step
    this.#depth += 1
    try {
      return work()
    } finally {
      this.#depth -= 1
      if (this.#depth === 0) {
        this.#open = null
        this.#history.push(step)
        if (step.cells.length > 0 || step.before !== null) this.#owner.schedule(origin)
      }
    }
  }

  #replay(
    step: UndoStep,
    order: readonly string[] | null,
    value: (change: UndoStep['cells'][number]) => unknown,
    cells: UndoStep['cells'],
  ): void {
    if (step.before && order) {
      const here = new Set(this.rows.order)
      const back = order.flatMap((id) => (here.has(id) ? [] : (this.rows.rows.get(id) ?? [])))
      this.#owner.engine.arrange(this.rows, order, back)
    }
    for (const change of cells) {
      const row = this.rows.rows.get(change.rowId)
      if (row) this.#owner.engine.setCell(this.rows, row, change.column, value(change))
    }
    this.#owner.schedule('undo')
  }

  #forget(row: Row | undefined): void {
    if (!row) return
    for (const column of [...(this.#errors.get(row)?.keys() ?? [])]) this.showError(row, column, null)
  }

  #isTouched(row: Row, column: string): boolean {
    return this.#allTouched || (this.#touched.get(row)?.has(column) ?? false)
  }

  #row(rowId: string): Row {
    const row = this.rows.rows.get(rowId)
    if (!row) throw new RangeError(`The sub-table "${this.path}" has no row "${rowId}"`)
    return row
  }

  #column(name: string): FieldPlan {
    const column = this.rows.byName.get(name)
    if (!column) throw new RangeError(`The sub-table "${this.path}" has no column "${name}"`)
    return column
  }
}

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(length, Math.trunc(index)))
}
