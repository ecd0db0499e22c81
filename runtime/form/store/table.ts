import { proxy, ref } from 'valtio/vanilla'
import { roundDecimal } from '../../expression'
import type { Option } from '../../widget/definition'
import type { Row, Rows } from '../engine/state'
import { tableOf } from '../places'
import type { SetOrigin, TableStore } from '../store.types'
import { TableCells, type TableOwner } from './table-cells'
import { UndoHistory, type UndoStep } from './undo'

/** Decimals of a summary (`spec/widgets.md §9`). */
const SUMMARY_DECIMALS = 2

/** The rows of one sub-table, as `TableStore` says. */
export class Table extends TableCells implements TableStore {
  readonly state: TableStore['state']
  readonly summary: Record<string, number | null>
  readonly #history = new UndoHistory()
  #open: UndoStep | null = null
  #depth = 0

  constructor(rows: Rows, owner: TableOwner) {
    super(rows, owner)
    this.state = proxy({ ids: ref([]) as readonly string[], version: 0, canUndo: false, canRedo: false })
    this.summary = proxy(Object.fromEntries(this.#summed().map((name) => [name, null])))
  }

  row(rowId: string): Readonly<Record<string, unknown>> {
    return this.rowOf(rowId).values
  }

  get(rowId: string, column: string): unknown {
    return this.rowOf(rowId).values[column]
  }

  set(rowId: string, column: string, value: unknown, origin: SetOrigin = 'user'): void {
    this.#write(origin, () => this.#setCell(rowId, column, value, origin))
  }

  setMany(changes: Parameters<TableStore['setMany']>[0]): void {
    this.#write('user', () => {
      for (const { rowId, column, value, error } of changes) {
        this.#setCell(rowId, column, value, 'user')
        if (error !== undefined) this.#refuse(this.rowOf(rowId), column, error)
      }
    })
  }

  insert(rows: readonly Readonly<Record<string, unknown>>[], index = this.rows.count): readonly string[] {
    const added = rows.map((given) => this.owner.engine.makeRow(this.rows, given, 'new'))
    const ids = added.map((row) => row.id)
    added.forEach((row, at) => {
      for (const name of Object.keys(rows[at] ?? {})) this.owner.engine.keep(this.rows, row, name)
    })
    this.#write('user', () =>
      this.#arrange(this.rows.order.toSpliced(clamp(index, this.rows.count), 0, ...ids), added),
    )
    return ids
  }

  remove(rowIds: readonly string[]): void {
    const gone = new Set(rowIds)
    for (const id of gone) this.forget(this.rows.rows.get(id))
    this.#write('user', () =>
      this.#arrange(
        this.rows.order.filter((id) => !gone.has(id)),
        [],
      ),
    )
  }

  discard(rowId: string): void {
    this.forget(this.rows.rows.get(rowId))
    this.#history.forget(rowId)
    this.owner.engine.arrange(
      this.rows,
      this.rows.order.filter((id) => id !== rowId),
      [],
    )
    this.owner.schedule('user')
  }

  move(rowId: string, index: number): void {
    const rest = this.rows.order.filter((id) => id !== rowId)
    if (rest.length === this.rows.count) return
    this.#write('user', () => this.#arrange(rest.toSpliced(clamp(index, rest.length), 0, rowId), []))
  }

  /** Replaces all rows, as one step. One that the table has had keeps its id, and with it what it is stored as. */
  replace(rows: readonly Readonly<Record<string, unknown>>[], origin: SetOrigin): void {
    const order: string[] = []
    const added: Row[] = []
    const kept = new Map<string, Row>()
    for (const given of rows) {
      const made = this.owner.engine.makeRow(this.rows, given, 'existing')
      const id = String(given['id'] ?? '')
      const known = this.rows.rows.get(id)?.stored === true && !kept.has(id)
      if (known) kept.set(id, made)
      else added.push(made)
      order.push(known ? id : made.id)
    }
    this.#write(origin, () => {
      this.#arrange(order, added)
      for (const [id, { values }] of kept)
        for (const { name } of this.columns) this.#setCell(id, name, values[name], 'load')
    })
  }

  choices(column: string, values: Readonly<Record<string, unknown>> = {}): Promise<readonly Option[]> {
    return this.owner.choices(this.columnOf(column), values)
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
        const message = this.owner.engine.checkCell(this.rows, row, column)
        if (message !== null) found.push({ rowId: row.id, column: column.name, message })
      }
    }
    return found
  }

  /** A record was loaded: rows, messages and steps start anew. */
  loaded(): void {
    this.startAnew()
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
    const row = this.rowOf(rowId)
    if (origin === 'user' && this.columnOf(column).computed) return
    const before = row.values[column]
    if (origin === 'user') this.owner.engine.keep(this.rows, row, column)
    if (!this.owner.engine.setCell(this.rows, row, column, value)) return
    this.#open?.cells.push({ rowId, column, before, after: row.values[column] })
    if (origin === 'user' || origin === 'script')
      this.owner.tell({ kind: 'change', path: `${this.path}.${column}`, rowId, origin })
  }

  /** Keeps what was pasted, with the reason why it is no value. */
  #refuse(row: Row, column: string, message: string): void {
    row.refused ??= new Map()
    row.refused.set(column, message)
    this.markTouched(row, column)
  }

  #arrange(order: readonly string[], added: readonly Row[]): void {
    if (this.#open) {
      this.#open.before ??= this.rows.order
      this.#open.after = order
    }
    this.owner.engine.arrange(this.rows, order, added)
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
        if (step.cells.length > 0 || step.before !== null) this.owner.schedule(origin)
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
      this.owner.engine.arrange(this.rows, order, back)
    }
    for (const change of cells) {
      const row = this.rows.rows.get(change.rowId)
      if (row) this.owner.engine.setCell(this.rows, row, change.column, value(change))
    }
    this.owner.schedule('undo')
  }
}

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(length, Math.trunc(index)))
}

/** The cell of a path with a row's position: `items.2.amount`. */
export function cellAt(
  tables: ReadonlyMap<string, Table>,
  path: string,
): { readonly table: Table; readonly row: Row; readonly column: string } | undefined {
  const { table, rest = [] } = tableOf(tables, path) ?? {}
  const [index = '', column = ''] = rest
  const row = /^\d+$/.test(index) ? table?.rows.at(Number(index)) : undefined
  return table && row && table.rows.byName.has(column) ? { table, row, column } : undefined
}
