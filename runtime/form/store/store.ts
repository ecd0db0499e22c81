import { proxy, ref } from 'valtio/vanilla'
import type { Host } from '../../host'
import type { FieldRights } from '../../permission/permission'
import { FormEngine, storedRows } from '../engine/engine'
import type { Leaf, Row, Rows } from '../engine/state'
import { trimmed } from '../engine/trimmed'
import type { EngineObserver, EngineOptions } from '../engine/values'
import { groupFields, membersBeside, overMembers } from '../places'
import type { FieldError, FieldPlan, FormPlan, FormRecord } from '../plan'
import type { FormEvent, FormStore, Inspection, RowPlace, SetOrigin } from '../store.types'
import { fromWire, toWire } from '../wire'
import { CellOptions } from './cell-options'
import { makeCell, type StoreCell, updateCell } from './cells'
import { Errors } from './errors'
import { followNames } from './follow-names'
import { Runs } from './runs'
import { cellAt, Table } from './table'
import { readValue, UnreadTexts } from './unread'

/** What surrounds a form: outer names for its expressions, and what the person may see. */
export type FormStoreOptions = EngineOptions

/** Opens a form: values empty until `load`. The store lives until `dispose`. */
export function createFormStore(plan: FormPlan, host: Host, options: FormStoreOptions = {}): FormStore {
  return new Store(plan, host, options)
}

class Store implements FormStore, EngineObserver {
  #plan: FormPlan
  readonly host: Host
  readonly status: FormStore['status'] = proxy({
    dirty: false,
    submitting: false,
    errors: 0,
    changes: 0,
    broken: [],
    unread: ref(new Map<string, string>()),
  })
  #engine: FormEngine
  #outer: FormStoreOptions
  readonly #options: CellOptions
  #unread: UnreadTexts
  readonly #cells = new Map<string, StoreCell>()
  readonly #nodes = new Map<string, { visible: boolean }>()
  readonly #tables = new Map<string, Table>()
  readonly #errors: Errors
  readonly #runs: Runs
  readonly #listeners = new Set<(paths: ReadonlySet<string>) => void>()
  readonly #onEvent = new Set<(event: FormEvent) => void>()
  /** Touches that no person makes (errors are being shown) tell nothing. */
  #quiet = false
  /** Members of the loaded record that are no fields (`id`, a parent's id): sent back as they came. */
  #others: FormRecord = {}
  #leaveNames: () => void

  constructor(plan: FormPlan, host: Host, options: FormStoreOptions) {
    this.#plan = plan
    this.#outer = options
    this.host = host
    this.#engine = new FormEngine(plan, host, options)
    this.#options = new CellOptions(this.#engine, host)
    this.#unread = new UnreadTexts(plan, host, this.status)
    this.#engine.observer = this
    this.#runs = new Runs(this.#engine, this.status, (paths) => this.#changed(paths))
    this.#errors = new Errors(this.#engine, this.status, {
      cells: this.#cells,
      tables: this.#tables,
      unread: () => this.#unread,
      settle: () => this.#runs.settle(),
      tell: (event) => this.tell(event),
    })
    for (const [path, rows] of this.#engine.tables) this.#tables.set(path, this.#makeTable(rows))
    this.#leaveNames = followNames(plan, host, this)
    this.load({}, 'new')
  }

  get plan(): FormPlan {
    return this.#plan
  }

  adopt(plan: FormPlan, permissions: FieldRights | undefined = this.#outer.permissions): void {
    const before = this.#engine
    this.#plan = plan
    this.#outer = { ...this.#outer, permissions }
    this.#engine = new FormEngine(plan, this.host, { ...this.#outer, before })
    before.observer = undefined
    this.#engine.observer = this
    this.#unread = new UnreadTexts(plan, this.host, this.status)
    for (const part of [this.#options, this.#runs, this.#errors]) part.follow(this.#engine)
    for (const [path, table] of this.#tables)
      if (this.#engine.tables.get(path) !== table.rows) this.#tables.delete(path)
    for (const [path, rows] of this.#engine.tables)
      if (!this.#tables.has(path)) this.#tables.set(path, this.#makeTable(rows, true))
    for (const [path, cell] of this.#cells) this.#adoptCell(path, cell)
    this.#leaveNames()
    this.#leaveNames = followNames(plan, this.host, this)
    this.#runs.keepRelated()
    this.flush()
    for (const [id, state] of this.#nodes) state.visible = this.#engine.nodes.get(id) ?? true
    this.tell({ kind: 'plan' })
  }

  /** A field that is the same keeps its cell as it is; another in its place is shown by it. */
  #adoptCell(path: string, cell: StoreCell): void {
    const leaf = this.#engine.leaves.get(path)
    if (!leaf) this.#cells.delete(path)
    else if (cell.field === leaf.field) updateCell(cell, leaf.value, leaf)
    else {
      cell.become(leaf.field, makeCell(leaf.field, leaf.value, leaf, this.#errors.at(path)).state)
      this.#options.fetch(cell, leaf.field)
    }
  }

  cell(path: string): StoreCell {
    const known = this.#cells.get(path)
    if (known) return known
    const leaf = this.#leaf(path)
    const cell = makeCell(leaf.field, leaf.value, leaf, this.#errors.at(path))
    this.#cells.set(path, cell)
    this.#options.fetch(cell, leaf.field)
    return cell
  }

  inspect(place?: RowPlace): Inspection {
    this.#runs.settle()
    const { leaves, nodes, tables } = this.#engine
    const rows = place && tables.get(place.table)
    const row = place && rows?.rows.get(place.rowId)
    const columns = rows && row && new Map(rows.columns.map((column) => [column.path, column]))
    return {
      scope: this.#engine.scopeOf(rows, row),
      leaf(path) {
        const column = columns?.get(path)
        if (!column || !rows || !row) return leaves.get(path)
        return { ...rows.flags(row, column), ...rows.right(column) }
      },
      node: (id) => nodes.get(id) ?? true,
    }
  }

  node(id: string): { visible: boolean } {
    const known = this.#nodes.get(id)
    if (known) return known
    const state = proxy({ visible: this.#engine.nodes.get(id) ?? true })
    this.#nodes.set(id, state)
    return state
  }

  table(path: string): Table {
    const table = this.#tables.get(path)
    if (!table) throw new RangeError(`The form "${this.plan.id}" has no sub-table "${path}"`)
    return table
  }

  get(path: string): unknown {
    return this.#engine.read(path)
  }

  kept(path: string): unknown {
    const rows = this.#engine.tables.get(path)
    return rows ? storedRows(rows) : this.#engine.read(path)
  }

  set(path: string, value: unknown, origin: SetOrigin = 'user'): void {
    const leaf = this.#engine.leaves.get(path)
    const table = this.#tables.get(path)
    if (table) table.replace(Array.isArray(value) ? value : [], origin)
    else if (!leaf) this.#setInTable(path, value, origin)
    else if (origin !== 'user' || !leaf.field.computed) {
      if (!this.#engine.setLeaf(path, value)) return
      this.#runs.schedule(origin)
      if (origin === 'user' || origin === 'script') this.tell({ kind: 'change', path, origin })
    }
  }

  #setInTable(path: string, value: unknown, origin: SetOrigin): void {
    const place = cellAt(this.#tables, path)
    if (!place) throw new RangeError(`The form "${this.plan.id}" has no field "${path}"`)
    place.table.set(place.row.id, place.column, value, origin)
  }

  touch(path: string): void {
    const leaf = this.#engine.leaves.get(path)
    // What is left shows as it will be kept.
    if (leaf && !this.#engine.tables.has(path)) this.set(path, trimmed(leaf.field, leaf.value))
    this.#errors.touch(path)
  }

  setState(path: string, state: 'visible' | 'required' | 'disabled', on: boolean, rowId?: string): void {
    const leaf = this.#engine.leaves.get(path)
    const field = this.plan.fields.get(path)
    const rows = this.#engine.tables.get(field?.table ?? '')
    if (leaf) this.#engine.decideLeaf(leaf, state, on)
    else if (rows && field) {
      const row = rowId === undefined ? undefined : rows.rows.get(rowId)
      if (row || rowId === undefined) this.#engine.decideCells(rows, field, state, on, row)
    } else throw new RangeError(`The form "${this.plan.id}" has no field "${path}"`)
  }

  load(record: FormRecord, as: 'new' | 'existing'): void {
    this.#errors.clear()
    this.#unread.load(record)
    this.#errors.count()
    const inside = fromWire(this.plan, record, this.#engine.outer)
    this.#others = membersBeside(this.plan, inside)
    this.#engine.load(inside, as)
    for (const table of this.#tables.values()) table.loaded()
    this.#runs.keepRelated()
    this.flush()
    this.markSaved()
    this.tell({ kind: 'load' })
  }

  flush(): void {
    this.#runs.run(true)
  }

  #changed(paths: ReadonlySet<string>): void {
    this.#errors.recheck(paths)
    for (const [path, table] of this.#tables) if (paths.has(path)) table.afterFlush()
    for (const listener of this.#listeners) listener(paths)
  }

  collect(): FormRecord {
    this.flush()
    const values = this.#engine.record((leaf) => leaf.hidden || !leaf.allowed)
    const record = overMembers(this.plan.groups, this.#others, values)
    return toWire(this.plan, record, this.#engine.scopeOf(), this.#unread.texts)
  }

  rewriteGroup(path: string, text: string): void {
    this.#unread.rewrite(path, text)
    this.#runs.schedule('user')
  }

  readGroup(path: string): boolean {
    const read = this.#unread.read(path, this.#engine.outer)
    if (!read) return false
    this.#errors.count()
    this.#others = overMembers(this.plan.groups, this.#others, read.beside)
    for (const field of groupFields(this.plan, path)) {
      const value = readValue(read, field)
      if (value !== undefined) this.set(field.path, value, 'load')
    }
    this.#runs.schedule('user')
    this.flush()
    return true
  }

  validate(): readonly FieldError[] {
    this.flush()
    return this.#errors.validate()
  }

  showErrors(errors: readonly FieldError[]): readonly FieldError[] {
    this.#quiet = true
    try {
      return this.#errors.place(errors)
    } finally {
      this.#quiet = false
    }
  }

  async reloadOptions(path: string): Promise<void> {
    const field = this.plan.fields.get(path)
    if (!field) throw new RangeError(`The form "${this.plan.id}" has no field "${path}"`)
    const table = field.table === undefined ? undefined : this.#tables.get(field.table)
    if (!table) return this.#options.fetch(this.cell(path), field, undefined, true)
    const cells = Array.from(table.rows, (row) => ({ row, cell: table.cellsOf(row)?.get(field.name) }))
    await Promise.all(cells.map(({ row, cell }) => cell && this.#options.fetch(cell, field, row, true)))
  }

  markSaved(): void {
    this.status.dirty = false
    this.status.changes = 0
  }

  refresh(names: readonly string[]): void {
    for (const name of names) this.#engine.pending.path(name)
    this.#runs.schedule('rule')
  }

  onChange(listener: (paths: ReadonlySet<string>) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  onEvent(listener: (event: FormEvent) => void): () => void {
    this.#onEvent.add(listener)
    return () => this.#onEvent.delete(listener)
  }

  tell(event: FormEvent): void {
    if (!this.#quiet) for (const listener of this.#onEvent) listener(event)
  }

  dispose(): void {
    this.tell({ kind: 'dispose' })
    this.#runs.end()
    this.#options.dispose()
    this.#leaveNames()
    this.#listeners.clear()
    this.#onEvent.clear()
  }

  leafChanged(leaf: Leaf): void {
    const { path } = leaf.field
    const cell = this.#cells.get(path)
    if (cell) updateCell(cell, leaf.value, leaf)
    this.#errors.changed(leaf)
  }

  cellChanged(rows: Rows, row: Row, column: string): void {
    this.#tables.get(rows.path)?.refresh(row, column)
  }

  nodeChanged(id: string, visible: boolean): void {
    const state = this.#nodes.get(id)
    if (state && state.visible !== visible) state.visible = visible
  }

  options(field: FieldPlan, row: Row | undefined): void {
    const cell = row
      ? this.#tables
          .get(field.table ?? '')
          ?.cellsOf(row)
          ?.get(field.name)
      : this.#cells.get(field.path)
    if (cell) this.#options.fetch(cell, field, row)
  }

  cleared(rows: Rows, row: Row, column: string, before: unknown): void {
    this.#tables.get(rows.path)?.cleared(row, column, before)
  }

  #makeTable(rows: Rows, isLoaded = false): Table {
    const engine = () => this.#engine
    const table = new Table(rows, {
      get engine() {
        return engine()
      },
      schedule: (origin) => this.#runs.schedule(origin),
      settle: () => this.#runs.settle(),
      optionsFor: (cell, field, row) => this.#options.fetch(cell, field, row),
      choices: (field, values) => this.#options.of(field, rows, values),
      errorShown: (key, message) => this.#errors.shown(key, message),
      tell: (event) => this.tell(event),
    })
    if (isLoaded) table.loaded()
    return table
  }

  #leaf(path: string): Leaf {
    const leaf = this.#engine.leaves.get(path)
    if (!leaf) throw new RangeError(`The form "${this.plan.id}" has no field "${path}"`)
    return leaf
  }
}
