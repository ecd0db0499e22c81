import type { Scope } from '../../expression/expression'
import type { HeadlessHost } from '../../host'
import type { Permissions } from '../../permission/permission'
import { jsonEqual } from '../../schema'
import type { FieldPlan, FormPlan, FormRecord, RulePlan } from '../plan'
import { checkValue, isEntered } from './check'
import { FieldContext } from './context'
import { initialValue } from './defaults'
import { Pending } from './pending'
import { finishValue } from './result'
import { formScope, RowScope } from './scopes'
import { type Leaf, type Row, Rows } from './state'

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
  readonly scope?: Scope
  readonly permissions?: Permissions
}

/** Trouble with one value, with the place it is in. */
export interface FoundError {
  readonly field: FieldPlan
  readonly message: string
  readonly rows?: Rows
  readonly row?: Row
  /** Position of the row. */
  readonly index?: number
}

/** More passes than any form needs: choices that empty each other would never end. */
const MAX_PASSES = 50

/**
 * Values, states and rules of one record, without a screen: the store draws from it, the server judges with it, so both
 * say the same. A rule-hidden field reads as null; a field that is never drawn (`noShow`) keeps its value.
 */
export class FormEngine {
  readonly plan: FormPlan
  readonly host: HeadlessHost
  readonly leaves = new Map<string, Leaf>()
  readonly tables = new Map<string, Rows>()
  readonly nodes = new Map<string, boolean>()
  /** Paths whose value changed since they were last taken. */
  readonly changed = new Set<string>()
  observer: EngineObserver | undefined
  /** Told what a widget's check looked at (`WidgetContext.get`). */
  onRead: ((path: string) => void) | undefined
  readonly pending: Pending
  readonly #outer: Scope | undefined
  readonly #form = formScope({
    leaves: this.leaves,
    tables: this.tables,
    outer: (name) => this.#outerName(name),
  })
  readonly #row = new RowScope(this.#form)
  readonly #context: FieldContext
  #nextRow = 0

  constructor(plan: FormPlan, host: HeadlessHost, options: EngineOptions = {}) {
    this.plan = plan
    this.host = host
    this.#outer = options.scope
    this.pending = new Pending(plan)
    this.#context = new FieldContext(host, (path, _, row) => this.#readFor(path, row))
    const allowed = (path: string) => options.permissions?.form(path) ?? true
    for (const field of plan.fields.values()) {
      if (field.table !== undefined) continue
      const { visible, required, disabled } = field
      const leaf: Leaf = {
        field,
        allowed: allowed(field.path),
        value: null,
        visible: visible && allowed(field.path),
        required,
        disabled: disabled || plan.layout.disabled,
        hidden: false,
      }
      this.leaves.set(field.path, leaf)
      if (field.columns) this.tables.set(field.path, new Rows(leaf, allowed))
    }
  }

  /** A context for one field, kept by the caller. */
  contextOf(field: FieldPlan, row?: Row): FieldContext {
    return new FieldContext(this.host, (path) => this.#readFor(path, row)).at(field, row)
  }

  scopeOf(rows?: Rows, row?: Row): Scope {
    return rows && row ? new RowScope(this.#form).at(rows, row) : this.#form
  }

  /** Replaces all values; every rule is due. `new` fills what is missing with defaults. */
  load(record: FormRecord, as: 'new' | 'existing'): void {
    for (const leaf of this.leaves.values()) {
      const { field } = leaf
      const given = Object.hasOwn(record, field.path) ? record[field.path] : undefined
      const rows = this.tables.get(field.path)
      if (rows) this.#loadRows(rows, given === undefined && as === 'new' ? field.defaultValue : given, as)
      else
        leaf.value =
          given === undefined && as === 'new'
            ? initialValue(field, this.#context.at(field))
            : normalised(field, given)
      this.observer?.leafChanged(leaf)
      this.changed.add(field.path)
    }
    this.pending.all()
  }

  #loadRows(rows: Rows, given: unknown, as: 'new' | 'existing'): void {
    rows.rows.clear()
    rows.forgetSums()
    const list = rows.leaf.field.definition?.normalise?.(given, rows.leaf.field.settings) ?? given
    const added = (Array.isArray(list) ? list : []).map((item) =>
      this.makeRow(rows, isObject(item) ? item : {}, as),
    )
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
          ? initialValue(column, this.#context.at(column, row))
          : normalised(column, value)
    }
    return row
  }

  setLeaf(path: string, value: unknown): boolean {
    const leaf = this.leaves.get(path)
    if (!leaf || same(leaf.value, value)) return false
    leaf.value = value ?? null
    this.#leafChanged(leaf, true)
    return true
  }

  setCell(rows: Rows, row: Row, name: string, value: unknown): boolean {
    const before = row.values[name]
    if (same(before, value ?? null)) return false
    row.values[name] = value ?? null
    row.refused?.delete(name)
    if (!row.flags?.get(name)?.hidden) rows.changed(name, before, value)
    this.#cellChanged(rows, row, name, true)
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

  /** Runs what is due, each rule once and in order. `clear` is false where choices' values must stay (load, undo). */
  flush(clear: boolean): void {
    for (let pass = 0; pass < MAX_PASSES && this.pending.begin(); pass++) {
      for (let index = 0; index < this.plan.rules.length; index++) {
        const rule = this.plan.rules[index]
        const table = this.pending.tableOf(index)
        const rows = table === undefined ? undefined : this.tables.get(table)
        const due = this.pending.take(index, rows)
        if (!rule || !due) continue
        if (due === true) this.#runForm(rule, clear)
        else if (rows) this.#runRows(rule, rows, due, clear)
      }
    }
  }

  #runForm(rule: RulePlan, clear: boolean): void {
    if (rule.target.startsWith('#')) {
      const visible = Boolean(rule.expression?.evaluate(this.#form))
      if (this.nodes.get(rule.target.slice(1)) === visible) return
      this.nodes.set(rule.target.slice(1), visible)
      this.observer?.nodeChanged(rule.target.slice(1), visible)
      return
    }
    const leaf = this.leaves.get(rule.target)
    if (!leaf) return
    if (rule.kind === 'options') {
      if (clear && rule.clear) this.setLeaf(rule.target, emptied(leaf.field))
      this.observer?.options(leaf.field, undefined)
      return
    }
    const result = rule.expression?.evaluate(this.#form)
    if (rule.kind === 'value') this.setLeaf(rule.target, finishValue(rule, result))
    else if (apply(rule, leaf, leaf.allowed, Boolean(result), leaf.field))
      this.#leafChanged(leaf, rule.kind === 'visible')
  }

  #runRows(rule: RulePlan, rows: Rows, due: Iterable<Row>, clear: boolean): void {
    const column = this.plan.fields.get(rule.target)
    if (!column) return
    if (due === rows && rule.kind !== 'options') {
      this.#runColumn(rule, rows, column)
      return
    }
    for (const row of due) {
      if (rule.kind === 'options') this.#runOptions(rule, rows, row, column, clear)
      else if (rule.kind === 'value') this.setCell(rows, row, column.name, this.#valueOf(rule, rows, row))
      else this.#applyToCell(rule, rows, row, column)
    }
  }

  /** All rows at once (a load, a form's value that every row reads): what follows is told of the column, not of each cell. */
  #runColumn(rule: RulePlan, rows: Rows, column: FieldPlan): void {
    let changed = false
    for (const row of rows) {
      if (rule.kind === 'value') {
        const value = this.#valueOf(rule, rows, row)
        if (same(row.values[column.name], value)) continue
        row.values[column.name] = value
        row.refused?.delete(column.name)
      } else if (!this.#decide(rule, rows, row, column)) continue
      changed = true
      this.observer?.cellChanged(rows, row, column.name)
    }
    if (!changed || (rule.kind !== 'value' && rule.kind !== 'visible')) return
    rows.forgetSums(column.name)
    this.changed.add(column.path).add(rows.path)
    this.pending.path(column.path)
    this.pending.path(rows.path)
  }

  #valueOf(rule: RulePlan, rows: Rows, row: Row): unknown {
    return finishValue(rule, rule.expression?.evaluate(this.#row.at(rows, row)))
  }

  #runOptions(rule: RulePlan, rows: Rows, row: Row, column: FieldPlan, clear: boolean): void {
    const before = row.values[column.name]
    if (clear && rule.clear && this.setCell(rows, row, column.name, emptied(column)))
      this.observer?.cleared(rows, row, column.name, before)
    this.observer?.options(column, row)
  }

  #applyToCell(rule: RulePlan, rows: Rows, row: Row, column: FieldPlan): void {
    const before = rows.effective(row, column.name)
    if (!this.#decide(rule, rows, row, column)) return
    rows.changed(column.name, before, rows.effective(row, column.name))
    this.#cellChanged(rows, row, column.name, rule.kind === 'visible')
  }

  /** Brings a rule's verdict into a cell's states; false when they stay. A cell like all others of its column has none of its own. */
  #decide(rule: RulePlan, rows: Rows, row: Row, column: FieldPlan): boolean {
    const result = Boolean(rule.expression?.evaluate(this.#row.at(rows, row)))
    const known = row.flags?.get(column.name)
    const flags = known ?? { ...rows.flags(row, column) }
    if (!apply(rule, flags, rows.allowed(`${rows.path}-${column.name}`), result, column)) return false
    if (!known) {
      row.flags ??= new Map()
      row.flags.set(column.name, flags)
    }
    return true
  }

  #leafChanged(leaf: Leaf, value: boolean): void {
    if (value) {
      this.changed.add(leaf.field.path)
      this.pending.path(leaf.field.path)
      for (const column of leaf.field.columns ?? []) this.pending.path(column.path)
    }
    this.observer?.leafChanged(leaf)
  }

  #cellChanged(rows: Rows, row: Row, name: string, value: boolean): void {
    const path = rows.byName.get(name)?.path
    if (value && path !== undefined) {
      this.changed.add(path)
      this.changed.add(rows.path)
      this.pending.cell(rows, row, path)
    }
    this.observer?.cellChanged(rows, row, name)
  }

  checkLeaf(leaf: Leaf): string | null {
    const { field } = leaf
    const rows = this.tables.get(field.path)
    const value = rows ? (leaf.hidden ? [] : rows.list.map((row) => row.values)) : leaf.value
    return checkValue(field, value, leaf, this.#context.at(field))
  }

  checkCell(rows: Rows, row: Row, column: FieldPlan): string | null {
    if (!rows.leaf.visible) return null
    const refused = row.refused?.get(column.name)
    if (refused !== undefined) return refused
    return checkValue(column, row.values[column.name], rows.flags(row, column), this.#context.at(column, row))
  }

  /** Everything that keeps the record from being saved, in drawing order. */
  *errors(): Generator<FoundError> {
    for (const leaf of this.leaves.values()) {
      const { field } = leaf
      const message = this.checkLeaf(leaf)
      if (message !== null) yield { field, message }
      const rows = this.tables.get(field.path)
      if (rows && leaf.visible) yield* this.#cellErrors(rows)
    }
  }

  *#cellErrors(rows: Rows): Generator<FoundError> {
    const columns = rows.columns.filter(isEntered)
    let index = 0
    for (const row of rows) {
      for (const column of columns) {
        const message = this.checkCell(rows, row, column)
        if (message !== null) yield { field: column, message, rows, row, index }
      }
      index += 1
    }
  }

  /** A value by path: `total`, `items` (rows), `items.amount` (the column), `items.2.amount`. Raw, hidden or not. */
  read(path: string): unknown {
    const leaf = this.leaves.get(path)
    if (leaf) {
      const rows = this.tables.get(path)
      return rows ? Array.from(rows, (row) => row.values) : leaf.value
    }
    const [table = '', first = '', second] = path.split('.')
    const rows = this.tables.get(table)
    if (!rows) return undefined
    if (second === undefined && rows.byName.has(first)) return Array.from(rows, (row) => row.values[first])
    const row = rows.at(Number(first))
    return second === undefined ? row?.values : row?.values[second]
  }

  #readFor(path: string, row: Row | undefined): unknown {
    const rows = row && this.#tableOf(row)
    if (rows && row) {
      const name = path.startsWith(`${rows.path}.`) ? path.slice(rows.path.length + 1) : path
      const column = rows.byName.get(name)
      if (column) {
        this.onRead?.(column.path)
        return rows.effective(row, name)
      }
    }
    this.onRead?.(path)
    const leaf = this.leaves.get(path)
    return leaf?.hidden ? null : this.read(path)
  }

  #tableOf(row: Row): Rows | undefined {
    for (const rows of this.tables.values()) if (rows.rows.get(row.id) === row) return rows
    return undefined
  }

  #outerName(name: string): unknown {
    const value = this.#outer?.get(name)
    return value === undefined && name === 'user' ? this.host.user : value
  }

  /** Values as they are kept: what a rule hides is null, what is only shown is left out. */
  record(): FormRecord {
    const record: FormRecord = {}
    for (const leaf of this.leaves.values()) {
      const { field } = leaf
      if (!field.stored) continue
      const rows = this.tables.get(field.path)
      record[field.path] = rows ? storedRows(rows) : leaf.hidden ? null : leaf.value
    }
    return record
  }
}

/** Rows as they are kept: columns that are only shown are left out; a row's own id stays. */
export function storedRows(rows: Rows): readonly FormRecord[] {
  if (rows.leaf.hidden) return []
  const columns = rows.columns.filter((column) => column.stored)
  return Array.from(rows, (row) => {
    const kept: FormRecord = row.stored ? { id: row.id } : {}
    for (const { name } of columns) kept[name] = rows.effective(row, name)
    return kept
  })
}

/** Brings a rule's verdict into the flags; false when nothing changed. */
function apply(
  rule: RulePlan,
  flags: { visible: boolean; required: boolean; disabled: boolean; hidden: boolean },
  allowed: boolean,
  result: boolean,
  field: FieldPlan,
): boolean {
  if (rule.kind === 'visible') {
    const visible = result && allowed
    const hidden = !result && allowed
    if (flags.visible === visible && flags.hidden === hidden) return false
    flags.visible = visible
    flags.hidden = hidden
    return true
  }
  const kind = rule.kind === 'required' ? 'required' : 'disabled'
  const next = result || (kind === 'disabled' && field.disabled)
  if (flags[kind] === next) return false
  flags[kind] = next
  return true
}

/** What a dependent choice is emptied to: no choices, or the empty text (`reference/formdata-format.md §5`). */
function emptied(field: FieldPlan): unknown {
  return field.schema.type === 'array' ? [] : ''
}

function normalised(field: FieldPlan, value: unknown): unknown {
  if (value === undefined || value === null) return null
  const { definition, settings } = field
  return definition?.normalise ? definition.normalise(value, settings) : value
}

export function same(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true
  return isObject(left) && isObject(right) && jsonEqual(left, right)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
