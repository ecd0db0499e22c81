import { proxy, ref } from 'valtio/vanilla'
import type { Host } from '../../host'
import { FormEngine } from '../engine/engine'
import type { Leaf, Row, Rows } from '../engine/state'
import type { EngineObserver, EngineOptions } from '../engine/values'
import { firstOf, membersBeside, overMembers, tableOf } from '../places'
import type { FieldError, FieldPlan, FormPlan, FormRecord } from '../plan'
import type { FormEvent, FormStore, SetOrigin } from '../store.types'
import { fromWire, toWire } from '../wire'
import { CellOptions } from './cell-options'
import { makeCell, type StoreCell, updateCell } from './cells'
import { followNames } from './follow-names'
import { Table } from './table'
import { readValue, UnreadTexts } from './unread'
import { Watches } from './watches'

/** What surrounds a form: outer names for its expressions, and what the person may see. */
export type FormStoreOptions = EngineOptions

/** Opens a form: values empty until `load`. The store lives until `dispose`. */
export function createFormStore(plan: FormPlan, host: Host, options: FormStoreOptions = {}): FormStore {
  return new Store(plan, host, options)
}

class Store implements FormStore, EngineObserver {
  readonly plan: FormPlan
  readonly host: Host
  readonly status: FormStore['status'] = proxy({
    dirty: false,
    submitting: false,
    errors: 0,
    changes: 0,
    broken: [],
    unread: ref(new Map<string, string>()),
  })
  readonly #engine: FormEngine
  readonly #options: CellOptions
  readonly #unread: UnreadTexts
  readonly #cells = new Map<string, StoreCell>()
  readonly #nodes = new Map<string, { visible: boolean }>()
  readonly #tables = new Map<string, Table>()
  readonly #errors = new Map<string, string>()
  readonly #touched = new Set<string>()
  readonly #watches = new Watches()
  readonly #listeners = new Set<(paths: ReadonlySet<string>) => void>()
  readonly #onEvent = new Set<(event: FormEvent) => void>()
  /** Touches that no person makes (errors are being shown) tell nothing. */
  #quiet = false
  /** Members of the loaded record that are no fields (`id`, a parent's id): sent back as they came. */
  #others: FormRecord = {}
  /** A person tried to save: what is wrong with the whole shows. */
  #validated = false
  readonly #leaveNames: () => void
  #scheduled = false
  /** Runs the debounced rules when nothing has changed for that long. */
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #debounce: number
  #clear = true
  #disposed = false

  constructor(plan: FormPlan, host: Host, options: FormStoreOptions) {
    this.plan = plan
    this.host = host
    this.#debounce = Math.max(0, ...plan.rules.map(({ debounce = 0 }) => debounce))
    this.#engine = new FormEngine(plan, host, options)
    this.#options = new CellOptions(this.#engine, host)
    this.#unread = new UnreadTexts(plan, host, this.status)
    this.#engine.observer = this
    // What looks at a value is checked again when that changes (an end before its start).
    this.#engine.onRead = (path, by) => this.#watches.add(path, by.path)
    for (const { target, reads } of plan.checks) for (const read of reads) this.#watches.add(read, target)
    for (const [path, rows] of this.#engine.tables) this.#tables.set(path, this.#makeTable(rows))
    this.#leaveNames = followNames(plan, host, this)
    this.load({}, 'new')
  }

  cell(path: string): StoreCell {
    const known = this.#cells.get(path)
    if (known) return known
    const leaf = this.#leaf(path)
    const error = this.#errors.get(path) ?? null
    const cell = makeCell(leaf.field, leaf.value, leaf, { error, touched: this.#touched.has(path) })
    this.#cells.set(path, cell)
    this.#options.fetch(cell, leaf.field)
    return cell
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

  set(path: string, value: unknown, origin: SetOrigin = 'user'): void {
    const leaf = this.#engine.leaves.get(path)
    const table = this.#tables.get(path)
    if (table) table.replace(Array.isArray(value) ? value : [], origin)
    else if (!leaf) this.#setInTable(path, value, origin)
    else if (origin !== 'user' || !leaf.field.computed) {
      if (!this.#engine.setLeaf(path, value)) return
      this.#schedule(origin)
      if (origin === 'user' || origin === 'script') this.tell({ kind: 'change', path, origin })
    }
  }

  #setInTable(path: string, value: unknown, origin: SetOrigin): void {
    const place = this.#place(path)
    if (!place) throw new RangeError(`The form "${this.plan.id}" has no field "${path}"`)
    place.table.set(place.row.id, place.column, value, origin)
  }

  touch(path: string): void {
    const place = this.#engine.leaves.has(path) ? undefined : this.#place(path)
    if (place) {
      place.table.touch(place.row.id, place.column)
      return
    }
    const leaf = this.#leaf(path)
    this.#touched.add(path)
    this.#cells.get(path)?.update({ touched: true })
    this.#settle()
    this.#check(leaf)
    if (this.#watches.isWatched(path, '')) this.#judgeWhole()
    this.tell({ kind: 'blur', path })
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
    for (const key of [...this.#errors.keys()]) this.errorShown(key, null)
    this.#touched.clear()
    for (const cell of this.#cells.values()) cell.update({ touched: false, error: null })
    this.#validated = false
    this.#showBroken([])
    this.#unread.load(record)
    this.#countErrors()
    const inside = fromWire(this.plan, record, this.#engine.outer)
    this.#others = membersBeside(this.plan, inside)
    this.#engine.load(inside, as)
    for (const table of this.#tables.values()) table.loaded()
    this.#clear = false
    this.flush()
    this.markSaved()
    this.tell({ kind: 'load' })
  }

  flush(): void {
    this.#run(true)
  }

  /** `all` runs debounced rules too. After an undo they run at once: their results are part of what comes back. */
  #run(all: boolean): void {
    this.#scheduled = false
    if (this.#disposed) return
    this.#engine.flush(this.#clear, all || !this.#clear)
    this.#clear = true
    clearTimeout(this.#timer)
    if (this.#engine.pending.late) this.#timer = setTimeout(() => this.flush(), this.#debounce)
    const { changed } = this.#engine
    if (changed.size === 0) return
    const paths = new Set(changed)
    changed.clear()
    for (const watcher of this.#watches.of(paths)) {
      if (watcher === '') this.#judgeWhole()
      else this.#recheck(watcher)
    }
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
    this.#schedule('user')
  }

  readGroup(path: string): boolean {
    const read = this.#unread.read(path, this.#engine.outer)
    if (!read) return false
    this.#countErrors()
    this.#others = overMembers(this.plan.groups, this.#others, read.beside)
    for (const field of this.#fieldsIn(path)) {
      const value = readValue(read, field)
      if (value !== undefined) this.set(field.path, value, 'load')
    }
    this.#schedule('user')
    this.flush()
    return true
  }

  /** What a rule hides cannot be corrected, and is kept as it came. */
  #isShown(group: string): boolean {
    return this.#fieldsIn(group).some(({ path }) => this.#engine.leaves.get(path)?.visible)
  }

  #fieldsIn(path: string): readonly FieldPlan[] {
    return (this.plan.groups.get(path)?.fields ?? []).flatMap((one) => this.plan.fields.get(one) ?? [])
  }

  validate(): readonly FieldError[] {
    this.flush()
    for (const [path, leaf] of this.#engine.leaves) {
      this.#touched.add(path)
      this.#cells.get(path)?.update({ touched: true })
      this.#showError(leaf, null)
    }
    for (const table of this.#tables.values()) {
      table.clearErrors()
      table.touchAll()
    }
    this.#validated = true
    this.#judgeWhole()
    const found = Array.from(this.#engine.errors()).filter(({ field }) => !this.#unread.holds(field))
    const validated = found.map(({ field, message, rows, row, index }) => {
      if (!field) return { path: '', message }
      if (rows && row) {
        this.#tables.get(rows.path)?.showError(row, field.name, message)
        return { path: `${rows.path}.${index}.${field.name}`, message }
      }
      this.#showError(this.#leaf(field.path), message)
      return { path: field.path, message }
    })
    const unread = this.#unread.errors().filter(({ path }) => this.#isShown(path))
    return [...unread, ...validated]
  }

  showErrors(errors: readonly FieldError[]): readonly FieldError[] {
    this.#quiet = true
    try {
      return this.#placeErrors(errors)
    } finally {
      this.#quiet = false
    }
  }

  #placeErrors(errors: readonly FieldError[]): readonly FieldError[] {
    const whole = errors.flatMap(({ path, message }) => (path === '' ? message : []))
    if (whole.length > 0) this.#showBroken(whole)
    return errors.filter(({ path: at, message }) => {
      if (at === '') return false
      // What is wrong with a group as such stands at the first of its fields.
      const path = firstOf(this.plan, at)?.path ?? at
      const leaf = this.#engine.leaves.get(path)
      const place = leaf ? undefined : this.#place(path)
      if (leaf) {
        this.touch(path)
        this.#showError(leaf, message)
      } else if (place) {
        place.table.touch(place.row.id, place.column)
        place.table.showError(place.row, place.column, message)
      }
      return !leaf && !place
    })
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
    this.#schedule('rule')
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
    this.#disposed = true
    clearTimeout(this.#timer)
    this.#options.dispose()
    this.#leaveNames()
    this.#listeners.clear()
    this.#onEvent.clear()
  }

  leafChanged(leaf: Leaf): void {
    const { path } = leaf.field
    const cell = this.#cells.get(path)
    if (cell) updateCell(cell, leaf.value, leaf)
    if (this.#touched.has(path)) this.#check(leaf)
    else this.#showError(leaf, null)
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

  errorShown(key: string, message: string | null): void {
    if (message === null) this.#errors.delete(key)
    else this.#errors.set(key, message)
    this.#countErrors()
  }

  #makeTable(rows: Rows): Table {
    return new Table(rows, {
      engine: this.#engine,
      schedule: (origin) => this.#schedule(origin),
      settle: () => this.#settle(),
      optionsFor: (cell, field, row) => this.#options.fetch(cell, field, row),
      choices: (field, values) => this.#options.of(field, rows, values),
      errorShown: (key, message) => this.errorShown(key, message),
      tell: (event) => this.tell(event),
    })
  }

  #schedule(origin: SetOrigin | 'undo'): void {
    if (origin === 'user' || origin === 'undo' || origin === 'script') {
      this.status.changes += 1
      if (!this.status.dirty) this.status.dirty = true
    }
    if (origin === 'undo' || origin === 'load') this.#clear = false
    if (this.#scheduled) return
    this.#scheduled = true
    queueMicrotask(() => {
      if (this.#scheduled) this.#run(false)
    })
  }

  /** What has been left is computed with: nobody waits for a debounced result after that. */
  #settle(): void {
    if (this.#engine.pending.late) this.flush()
  }

  #check(leaf: Leaf): void {
    this.#showError(leaf, this.#engine.checkLeaf(leaf))
  }

  #recheck(key: string): void {
    const leaf = this.#engine.leaves.get(key)
    if (leaf) {
      if (this.#touched.has(key)) this.#check(leaf)
      return
    }
    const field = this.plan.fields.get(key)
    this.#tables.get(field?.table ?? '')?.recheckTouched(field?.name ?? '')
  }

  /** Conditions on the record as a whole: validated once a person tried to save, or has left all fields that they read. */
  #judgeWhole(): void {
    const { checks } = this.plan
    const isLeft = (path: string) => this.#touched.has(path) || !this.#engine.leaves.has(path)
    const due = checks.some(({ target, reads }) => target === '' && reads.every(isLeft))
    if (this.#validated || due)
      this.#showBroken(this.#engine.checkWhole((reads) => this.#validated || reads.every(isLeft)))
  }

  #showBroken(messages: readonly string[]): void {
    const { status } = this
    if (messages.join('\n') === status.broken.join('\n')) return
    status.broken = ref([...messages])
    this.#countErrors()
  }

  #countErrors(): void {
    const count = this.#errors.size + this.status.broken.length + this.status.unread.size
    if (this.status.errors !== count) this.status.errors = count
  }

  #showError(leaf: Leaf, message: string | null): void {
    const { path } = leaf.field
    if (message === (this.#errors.get(path) ?? null)) return
    this.#cells.get(path)?.update({ error: message })
    this.errorShown(path, message)
  }

  #leaf(path: string): Leaf {
    const leaf = this.#engine.leaves.get(path)
    if (!leaf) throw new RangeError(`The form "${this.plan.id}" has no field "${path}"`)
    return leaf
  }

  /** The cell of a path with a row's position: `items.2.amount`. */
  #place(path: string): { table: Table; row: Row; column: string } | undefined {
    const { table, rest = [] } = tableOf(this.#tables, path) ?? {}
    const [index = '', column = ''] = rest
    const row = /^\d+$/.test(index) ? table?.rows.at(Number(index)) : undefined
    return table && row && table.rows.byName.has(column) ? { table, row, column } : undefined
  }
}
