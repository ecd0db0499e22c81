import { ref } from 'valtio/vanilla'
import type { FormEngine } from '../engine/engine'
import type { Leaf } from '../engine/state'
import { labelOf, messageFor } from '../field-error'
import { firstOf, groupFields } from '../places'
import type { FieldError, FormPlan } from '../plan'
import type { CellState, FormEvent, FormStore } from '../store.types'
import type { StoreCell } from './cells'
import { cellAt, type Table } from './table'
import type { UnreadTexts } from './unread'
import { Watches } from './watches'

/** The parts of an open form at which errors show. */
export interface Shown {
  readonly cells: ReadonlyMap<string, StoreCell>
  readonly tables: ReadonlyMap<string, Table>
  unread(): UnreadTexts
  /** Runs debounced rules. */
  settle(): void
  tell(event: FormEvent): void
}

/** Which errors of an open form show: those of fields that were left, of all once a person tried to save, and those of the server. */
export class Errors {
  #engine: FormEngine
  readonly #status: FormStore['status']
  readonly #parts: Shown
  readonly #shown = new Map<string, string>()
  readonly #touched = new Set<string>()
  #watches = new Watches()
  /** A person tried to save: what is wrong with the whole shows. */
  #validated = false

  constructor(engine: FormEngine, status: FormStore['status'], parts: Shown) {
    this.#engine = engine
    this.#status = status
    this.#parts = parts
    this.#watch(engine)
  }

  /** The form is another: fields that are no more have no errors. */
  follow(engine: FormEngine): void {
    this.#engine = engine
    this.#watches = new Watches()
    this.#watch(engine)
    for (const path of this.#touched) if (!engine.leaves.has(path)) this.#touched.delete(path)
    for (const key of [...this.#shown.keys()])
      if (!engine.leaves.has(key) && !engine.tables.has(key.split('/')[0] ?? '')) this.shown(key, null)
  }

  #watch(engine: FormEngine): void {
    // What looks at a value is checked again when that changes (an end before its start).
    engine.onRead = (path, by) => this.#watches.add(path, by.path)
    for (const { target, reads } of engine.plan.checks)
      for (const read of reads) this.#watches.add(read, target)
  }

  get #plan(): FormPlan {
    return this.#engine.plan
  }

  /** What a cell that is made now shows. */
  at(path: string): Pick<CellState, 'error' | 'touched'> {
    return { error: this.#shown.get(path) ?? null, touched: this.#touched.has(path) }
  }

  touch(path: string): void {
    const leaf = this.#engine.leaves.get(path)
    const place = leaf ? undefined : cellAt(this.#parts.tables, path)
    if (place) {
      place.table.touch(place.row.id, place.column)
      return
    }
    if (!leaf) throw new RangeError(`The form "${this.#plan.id}" has no field "${path}"`)
    this.#touched.add(path)
    this.#parts.cells.get(path)?.update({ touched: true })
    this.#parts.settle()
    this.#check(leaf)
    if (this.#watches.isWatched(path, '')) this.#checkWhole()
    this.#parts.tell({ kind: 'blur', path })
  }

  /** A leaf's value or state is another. */
  changed(leaf: Leaf): void {
    if (this.#touched.has(leaf.field.path)) this.#check(leaf)
    else this.#show(leaf, null)
  }

  /** Checks again what looked at any of the paths, where its errors show. */
  recheck(paths: ReadonlySet<string>): void {
    for (const watcher of this.#watches.of(paths)) {
      const leaf = this.#engine.leaves.get(watcher)
      const field = this.#plan.fields.get(watcher)
      if (watcher === '') this.#checkWhole()
      else if (!leaf) this.#parts.tables.get(field?.table ?? '')?.recheckTouched(field?.name ?? '')
      else if (this.#touched.has(watcher)) this.#check(leaf)
    }
  }

  /** Checks everything and shows what is wrong. */
  validate(): readonly FieldError[] {
    for (const [path, leaf] of this.#engine.leaves) {
      this.#touched.add(path)
      this.#parts.cells.get(path)?.update({ touched: true })
      this.#show(leaf, null)
    }
    for (const table of this.#parts.tables.values()) {
      table.clearErrors()
      table.touchAll()
    }
    this.#validated = true
    this.#checkWhole()
    const unread = this.#parts.unread()
    const found = Array.from(this.#engine.errors()).filter(({ field }) => !unread.holds(field))
    const validated = found.map(({ field, message, rows, row, index }) => {
      if (!field) return { path: '', message }
      if (rows && row) {
        this.#parts.tables.get(rows.path)?.showError(row, field.name, message)
        return { path: `${rows.path}.${index}.${field.name}`, message }
      }
      const leaf = this.#engine.leaves.get(field.path)
      if (leaf) this.#show(leaf, message)
      return { path: field.path, message }
    })
    return [...unread.errors().filter(({ path }) => this.#isShown(path)), ...validated]
  }

  /** Shows errors that came from elsewhere at their cells; answers what has no cell. */
  place(errors: readonly FieldError[]): readonly FieldError[] {
    const whole = errors.flatMap(({ path, message }) => (path === '' ? message : []))
    if (whole.length > 0) this.#showBroken(whole)
    return errors.filter((error) => {
      const { path: at } = error
      if (at === '') return false
      // What is wrong with a group as such stands at the first of its fields.
      const path = firstOf(this.#plan, at)?.path ?? at
      const leaf = this.#engine.leaves.get(path)
      const place = leaf ? undefined : cellAt(this.#parts.tables, path)
      if (!leaf && !place) return true
      this.touch(path)
      const field = place?.table.rows.byName.get(place.column) ?? (path === at ? leaf?.field : undefined)
      const message = messageFor(error, this.#engine.host.text(labelOf(field)))
      if (leaf) this.#show(leaf, message)
      else place?.table.showError(place.row, place.column, message)
      return false
    })
  }

  /** Nothing has been left or tried: another record is loaded. */
  clear(): void {
    this.#shown.clear()
    this.#touched.clear()
    for (const cell of this.#parts.cells.values()) cell.update({ touched: false, error: null })
    this.#validated = false
    this.#showBroken([])
  }

  /** An error shows at a leaf or a cell, or shows no more. */
  shown(key: string, message: string | null): void {
    if (message === null) this.#shown.delete(key)
    else this.#shown.set(key, message)
    this.count()
  }

  count(): void {
    const count = this.#shown.size + this.#status.broken.length + this.#status.unread.size
    if (this.#status.errors !== count) this.#status.errors = count
  }

  #check(leaf: Leaf): void {
    this.#show(leaf, this.#engine.checkLeaf(leaf))
  }

  #show(leaf: Leaf, message: string | null): void {
    const { path } = leaf.field
    if (message === (this.#shown.get(path) ?? null)) return
    this.#parts.cells.get(path)?.update({ error: message })
    this.shown(path, message)
  }

  /** Conditions on the record as a whole: validated once a person tried to save, or has left all fields that they read. */
  #checkWhole(): void {
    const isLeft = (path: string) => this.#touched.has(path) || !this.#engine.leaves.has(path)
    const due = this.#plan.checks.some(({ target, reads }) => target === '' && reads.every(isLeft))
    if (this.#validated || due)
      this.#showBroken(this.#engine.checkWhole((reads) => this.#validated || reads.every(isLeft)))
  }

  #showBroken(messages: readonly string[]): void {
    if (messages.join('\n') === this.#status.broken.join('\n')) return
    this.#status.broken = ref([...messages])
    this.count()
  }

  /** What a rule hides cannot be corrected, and is kept as it came. */
  #isShown(group: string): boolean {
    return groupFields(this.#plan, group).some(({ path }) => this.#engine.leaves.get(path)?.visible)
  }
}
