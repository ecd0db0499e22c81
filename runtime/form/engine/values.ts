import type { Scope } from '../../expression/expression'
import { hostScope } from '../../expression/scope'
import type { HeadlessHost } from '../../host'
import type { FieldRights } from '../../permission/permission'
import { type Pieces, ROWS_A_PIECE, whole } from '../../pieces'
import { jsonEqual } from '../../schema'
import type { SummingScope } from '../compile/expressions'
import { groupValue, tableOf, valueAt } from '../places'
import type { FieldPlan, FormPlan, FormRecord } from '../plan'
import { type Choices, FieldContext } from './context'
import { initialValue } from './defaults'
import { Pending } from './pending'
import { formScope, RowScope } from './scopes'
import { type Leaf, type Row, Rows } from './state'
import { trimmed } from './trimmed'

/** Told of every change as it happens, so that what is on the screen follows. */
export interface EngineObserver {
  leafChanged(leaf: Leaf): void
  cellChanged(rows: Rows, row: Row, column: string): void
  nodeChanged(id: string, visible: boolean): void
  /** Parameters of a field's choices changed; `cleared` has the value that was emptied. */
  options(field: FieldPlan, row: Row | undefined): void
  /** A rule emptied a cell: part of the change that caused it, for undo. */
  cleared(rows: Rows, row: Row, column: string, before: unknown): void
}

export interface EngineOptions {
  /** What the plan before had: fields that are the same keep their values and rows. */
  readonly before?: FormValues | undefined
  readonly scope?: Scope
  readonly permissions?: FieldRights | undefined
  readonly choices?: Choices | undefined
}

/** The values and states of one record, and who is told when they change. The rules are in `FormEngine`. */
export class FormValues {
  readonly plan: FormPlan
  readonly host: HeadlessHost
  readonly leaves = new Map<string, Leaf>()
  readonly tables = new Map<string, Rows>()
  readonly nodes = new Map<string, boolean>()
  /** Paths whose value changed since they were last taken. */
  readonly changed = new Set<string>()
  observer: EngineObserver | undefined
  /** Told what a widget's check looked at (`WidgetContext.get`). */
  onRead: ((path: string, by: FieldPlan) => void) | undefined
  readonly pending: Pending
  readonly #outer: Scope | undefined
  readonly rights: FieldRights | undefined
  readonly #choices: Choices | undefined
  readonly #surroundings: Scope
  protected readonly form: SummingScope
  /** One for all checks: it is set before each. */
  protected readonly context: FieldContext
  #nextRow = 0

  constructor(plan: FormPlan, host: HeadlessHost, options: EngineOptions = {}) {
    this.plan = plan
    this.host = host
    this.#outer = options.scope
    this.#choices = options.choices
    this.#surroundings = hostScope(host)
    this.pending = new Pending(plan)
    const { leaves, tables } = this
    this.form = formScope({ plan, leaves, tables, outer: (name) => this.#outerName(name) })
    this.context = this.#newContext()
    const rights = options.permissions
    this.rights = rights
    for (const field of plan.fields.values()) {
      if (field.table !== undefined) continue
      const { visible, required, disabled } = field
      const [allowed, fillable] = [rights?.form(field.path) ?? true, rights?.fill(field.path) ?? true]
      const known = options.before?.leaves.get(field.path)
      const kept = known?.field === field ? known : undefined
      const leaf: Leaf = kept ?? newLeaf(field)
      // One by one: a form that is designed has hundreds of them brought up to date with each key.
      leaf.allowed = allowed
      leaf.fillable = fillable
      leaf.visible = visible && allowed
      leaf.required = required && fillable
      leaf.disabled = disabled || plan.layout.disabled || !fillable
      leaf.readonly = field.readonly || field.computed
      leaf.hidden = false
      this.leaves.set(field.path, leaf)
      if (!field.columns) continue
      const rows =
        leaf === kept && isLocked(options.before) === isLocked(this) && options.before?.rights === rights
          ? options.before?.tables.get(field.path)
          : undefined
      this.tables.set(field.path, rows ?? new Rows(leaf, rights, plan.layout.disabled))
    }
    if (options.before) this.#takeOver(options.before)
  }

  /** Gives fields that are others than before what stood in their places; one that nobody filled in begins anew. */
  #takeOver(before: FormValues): void {
    this.#nextRow = before.#nextRow
    for (const leaf of this.leaves.values()) {
      const { field } = leaf
      const old = before.leaves.get(field.path)
      if (old === leaf && before.tables.get(field.path) === this.tables.get(field.path)) {
        for (const row of this.tables.get(field.path) ?? []) row.flags = null
        continue
      }
      this.changed.add(field.path)
      const isFilled =
        old && !same(before.read(field.path), initialValue(old.field, before.context.at(old.field)))
      const value =
        isFilled && old.field.widget === field.widget
          ? before.read(field.path)
          : initialValue(field, this.context.at(field))
      const rows = this.tables.get(field.path)
      if (rows) whole(this.#loadRows(rows, value, 'existing'))
      else leaf.value = isFilled ? normalised(field, value) : value
    }
    this.pending.all()
  }

  /** A context for one field, kept by the caller. */
  contextOf(field: FieldPlan, row?: Row): FieldContext {
    return this.#newContext().at(field, row)
  }

  #newContext(): FieldContext {
    const { fields } = this.plan
    return new FieldContext(
      this.host,
      (path, field, row) => this.#readFor(path, field, row),
      (path, from) => fields.get(`${from.table}.${path}`) ?? fields.get(path),
      this.#choices,
    )
  }

  /** The names of the form, or those inside a row. */
  scopeOf(rows?: Rows, row?: Row): Scope {
    return rows && row ? new RowScope(this.form).at(rows, row) : this.form
  }

  /** Replaces all values; every rule is due. `new` fills what is missing with defaults. */
  load(record: FormRecord, as: 'new' | 'existing'): void {
    whole(this.loading(record, as))
  }

  /** `load` a piece at a time. */
  *loading(record: FormRecord, as: 'new' | 'existing'): Pieces<void> {
    for (const leaf of this.leaves.values()) {
      const { field } = leaf
      const given = valueAt(record, field)
      const rows = this.tables.get(field.path)
      if (rows)
        yield* this.#loadRows(
          rows,
          given === undefined && as === 'new' ? initialValue(field, this.context.at(field)) : given,
          as,
        )
      else
        leaf.value =
          given === undefined && as === 'new'
            ? initialValue(field, this.context.at(field))
            : normalised(field, given)
      this.observer?.leafChanged(leaf)
      this.changed.add(field.path)
      for (const column of field.columns ?? []) this.changed.add(column.path)
    }
    this.pending.all()
  }

  *#loadRows(rows: Rows, given: unknown, as: 'new' | 'existing'): Pieces<void> {
    rows.rows.clear()
    rows.forgetSums()
    const list = rows.leaf.field.definition?.normalise?.(given, rows.leaf.field.settings) ?? given
    const added: Row[] = []
    for (const item of Array.isArray(list) ? list : []) {
      added.push(this.makeRow(rows, isObject(item) ? item : {}, as))
      if (added.length % ROWS_A_PIECE === 0) yield
    }
    for (const row of added) rows.rows.set(row.id, row)
    rows.order = added.map((row) => row.id)
  }

  /** A row that is in no table yet. */
  makeRow(rows: Rows, given: Readonly<Record<string, unknown>>, as: 'new' | 'existing'): Row {
    const id = given['id']
    const stored =
      (typeof id === 'string' || typeof id === 'number') &&
      !rows.byName.has('id') &&
      !rows.rows.has(String(id))
    const values = rows.blank()
    this.#nextRow += 1
    const row: Row = {
      id: stored ? String(id) : `row-${this.#nextRow}`,
      values,
      stored,
      flags: null,
      refused: null,
    }
    for (const column of rows.columns) {
      const value = given[column.name]
      values[column.name] =
        value === undefined && as === 'new'
          ? initialValue(column, this.context.at(column, row))
          : normalised(column, value)
    }
    return row
  }

  setLeaf(path: string, value: unknown): boolean {
    const leaf = this.leaves.get(path)
    if (!leaf || same(leaf.value, value)) return false
    leaf.value = value ?? null
    this.leafReads(leaf, true)
    return true
  }

  setCell(rows: Rows, row: Row, name: string, value: unknown): boolean {
    const before = row.values[name]
    if (same(before, value ?? null)) return false
    row.values[name] = value ?? null
    row.refused?.delete(name)
    if (!row.flags?.get(name)?.hidden) rows.changed(name, before, value)
    this.cellReads(rows, row, name, true)
    return true
  }

  /** Puts rows in a new order, with rows that were not there before among them. */
  arrange(rows: Rows, order: readonly string[], added: readonly Row[]): void {
    for (const row of added) rows.rows.set(row.id, row)
    const { order: previous } = rows
    rows.order = order
    if (added.length > 0 || order.length !== previous.length) rows.forgetSums()
    this.pending.structure(rows, added)
    this.changed.add(rows.path)
    for (const column of rows.columns) this.changed.add(column.path)
    this.observer?.leafChanged(rows.leaf)
  }

  protected leafReads(leaf: Leaf, value: boolean): void {
    if (value) {
      this.changed.add(leaf.field.path)
      this.pending.path(leaf.field.path)
      for (const column of leaf.field.columns ?? []) this.pending.path(column.path)
    }
    this.observer?.leafChanged(leaf)
  }

  protected cellReads(rows: Rows, row: Row, name: string, value: boolean): void {
    const path = rows.byName.get(name)?.path
    if (value && path !== undefined) {
      this.changed.add(path)
      this.changed.add(rows.path)
      this.pending.cell(rows, row, path)
    }
    this.observer?.cellChanged(rows, row, name)
  }

  /** A value by path: `total`, `items` (rows), `items.amount` (the column), `items.2.amount`. Raw, hidden or not. */
  read(path: string): unknown {
    const leaf = this.leaves.get(path)
    if (leaf) {
      const rows = this.tables.get(path)
      return rows ? Array.from(rows, (row) => row.values) : leaf.value
    }
    const group = this.plan.groups.get(path)
    if (group) return groupValue(group, this.plan.fields, (member) => this.read(member))
    const found = tableOf(this.tables, path)
    if (!found) return undefined
    const { table: rows, rest } = found
    const [first = '', second] = rest
    if (second === undefined && rows.byName.has(first)) return Array.from(rows, (row) => row.values[first])
    const row = rows.at(Number(first))
    return second === undefined ? row?.values : row?.values[second]
  }

  #readFor(path: string, by: FieldPlan, row: Row | undefined): unknown {
    const rows = row && this.#tableOf(row)
    if (rows && row) {
      const name = path.startsWith(`${rows.path}.`) ? path.slice(rows.path.length + 1) : path
      const column = rows.byName.get(name)
      if (column) {
        this.onRead?.(column.path, by)
        return rows.effective(row, name)
      }
    }
    this.onRead?.(path, by)
    const leaf = this.leaves.get(path)
    return leaf?.hidden ? null : this.read(path)
  }

  #tableOf(row: Row): Rows | undefined {
    for (const rows of this.tables.values()) if (rows.rows.get(row.id) === row) return rows
    return undefined
  }

  /** What stands around the form: what it was given, then what the host gives. */
  get outer(): Scope {
    return { get: (name) => this.#outerName(name) }
  }

  #outerName(name: string): unknown {
    const value = this.#outer?.get(name)
    return value === undefined ? this.#surroundings.get(name) : value
  }
}

function newLeaf(field: FieldPlan): Leaf {
  const flags = { visible: true, required: false, disabled: false, readonly: false, hidden: false }
  return { field, value: null, allowed: true, fillable: true, ...flags }
}

function isLocked(values: FormValues | undefined): boolean {
  return values?.plan.layout.disabled === true
}

function normalised(field: FieldPlan, value: unknown): unknown {
  if (value === undefined || value === null) return null
  const { definition, settings } = field
  return trimmed(field, definition?.normalise ? definition.normalise(value, settings) : value)
}

export function same(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true
  return isObject(left) && isObject(right) && jsonEqual(left, right)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
