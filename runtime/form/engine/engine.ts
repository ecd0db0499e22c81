import type { Scope } from '../../expression/expression'
import { type Pieces, ROWS_A_PIECE, whole } from '../../pieces'
import { firstOf, putValue } from '../places'
import type { CheckPlan, FieldPlan, FormRecord, RulePlan } from '../plan'
import { checkValue, isEmpty } from './check'
import { isEntered } from './entered'
import { finishValue } from './result'
import { RowScope } from './scopes'
import { recordError } from './sizes'
import type { Flags, Leaf, Right, Row, Rows, ScriptedState } from './state'
import { trimmed } from './trimmed'
import { FormValues, same } from './values'

/** Trouble with one value, with the place it is in. */
export interface FoundError {
  /** Undefined: the record as a whole. */
  readonly field: FieldPlan | undefined
  readonly message: string
  readonly rows?: Rows
  readonly row?: Row
  /** Position of the row. */
  readonly index?: number
}

/** More passes than any form needs: choices that empty each other would never end. */
const MAX_PASSES = 50
/**
 * Values, states and rules of one record, without a screen: the store draws from it, the server validates with it, so both
 * say the same. A rule-hidden field reads as null; a field that is never drawn (`noShow`) keeps its value.
 */
export class FormEngine extends FormValues {
  readonly #row = new RowScope(this.form)
  /** Columns whose choices depend on other values, which empty them. */
  readonly #dependent = new Set(this.plan.rules.flatMap((rule) => (rule.clear ? [rule.target] : [])))
  /** What has to be true, by the field that is wrong otherwise. */
  readonly #checks = byTarget(this.plan.checks)
  /** Dependent cells that were written together with what they depend on: the next flush does not empty them. */
  readonly #kept = new Map<Row, Set<string>>()

  /** A person gave this cell its value in the step that is under way. */
  keep(rows: Rows, row: Row, name: string): void {
    if (!this.#dependent.has(`${rows.path}.${name}`)) return
    const names = this.#kept.get(row)
    if (names) names.add(name)
    else this.#kept.set(row, new Set([name]))
  }

  /**
   * Runs what is due, each rule once and in order. `clear` is false where choices' values must stay (load, undo). `all`
   * is false while debounced rules may wait: they do unless another rule that is due reads them.
   */
  flush(clear: boolean, all = true): void {
    whole(this.flushing(clear, all))
  }

  /** `flush` a piece at a time. */
  *flushing(clear: boolean, all = true): Pieces<void> {
    let late = all
    for (let pass = 0; pass < MAX_PASSES && this.pending.begin(late); pass++) {
      for (let index = 0; index < this.plan.rules.length; index++) {
        const rule = this.plan.rules[index]
        if (!late && rule?.debounce !== undefined) continue
        if (!late && this.pending.isBehind(index)) {
          late = true
          break
        }
        const table = this.pending.tableOf(index)
        const rows = table === undefined ? undefined : this.tables.get(table)
        const due = this.pending.take(index, rows)
        if (!rule || !due) continue
        if (due === true) this.#runForm(rule, clear)
        else if (rows) yield* this.#runRows(rule, rows, due, clear)
      }
    }
    this.#kept.clear()
  }

  #runForm(rule: RulePlan, clear: boolean): void {
    if (rule.target.startsWith('#')) {
      const visible = Boolean(rule.expression?.evaluate(this.form))
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
    if (rule.derivation) {
      const derived = this.#derive(rule.derivation, leaf.field)
      if (derived !== undefined) this.setLeaf(rule.target, derived)
      return
    }
    const result = rule.expression?.evaluate(this.form)
    if (rule.kind === 'value') this.setLeaf(rule.target, finishValue(rule, result))
    else if (this.#apply(rule, leaf, leaf, Boolean(result))) this.leafReads(leaf, rule.kind === 'visible')
  }

  *#runRows(rule: RulePlan, rows: Rows, due: Iterable<Row>, clear: boolean): Pieces<void> {
    const column = this.plan.fields.get(rule.target)
    if (!column) return
    if (due === rows && rule.kind !== 'options') {
      yield* this.#runColumn(rule, rows, column)
      return
    }
    let done = 0
    for (const row of due) {
      if (++done % ROWS_A_PIECE === 0) yield
      if (rule.kind === 'options') this.#runOptions(rule, rows, row, column, clear)
      else if (rule.kind === 'value')
        this.setCell(rows, row, column.name, this.#valueOf(rule, rows, row, column))
      else this.#applyToCell(rule, rows, row, column)
    }
  }

  /** All rows at once (a load, a form's value that every row reads): what follows is told of the column, not of each cell. */
  *#runColumn(rule: RulePlan, rows: Rows, column: FieldPlan): Pieces<void> {
    let changed = false
    let done = 0
    for (const row of rows) {
      if (++done % ROWS_A_PIECE === 0) yield
      if (rule.kind === 'value') {
        const value = this.#valueOf(rule, rows, row, column)
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

  #valueOf(rule: RulePlan, rows: Rows, row: Row, column: FieldPlan): unknown {
    if (rule.derivation) {
      const derived = this.#derive(rule.derivation, column, row)
      return derived === undefined ? row.values[column.name] : derived
    }
    return finishValue(rule, rule.expression?.evaluate(this.#row.at(rows, row)))
  }

  #derive(derivation: NonNullable<RulePlan['derivation']>, field: FieldPlan, row?: Row): unknown {
    return derivation.value(field.settings, this.context.at(field, row))
  }

  #runOptions(rule: RulePlan, rows: Rows, row: Row, column: FieldPlan, clear: boolean): void {
    const before = row.values[column.name]
    const empties = clear && rule.clear && !this.#kept.get(row)?.has(column.name)
    if (empties && this.setCell(rows, row, column.name, emptied(column)))
      this.observer?.cleared(rows, row, column.name, before)
    this.observer?.options(column, row)
  }

  #applyToCell(rule: RulePlan, rows: Rows, row: Row, column: FieldPlan): void {
    const before = rows.effective(row, column.name)
    if (!this.#decide(rule, rows, row, column)) return
    rows.changed(column.name, before, rows.effective(row, column.name))
    this.cellReads(rows, row, column.name, rule.kind === 'visible')
  }

  /** Brings a rule's verdict into a cell's states; false when they stay. A cell like all others of its column has none of its own. */
  #decide(rule: RulePlan, rows: Rows, row: Row, column: FieldPlan): boolean {
    const result = Boolean(rule.expression?.evaluate(this.#row.at(rows, row)))
    const known = row.flags?.get(column.name)
    const flags = known ?? { ...rows.flags(row, column) }
    if (!this.#apply(rule, flags, rows.right(column), result)) return false
    if (!known) {
      row.flags ??= new Map()
      row.flags.set(column.name, flags)
    }
    return true
  }

  /** Brings a rule's verdict into the flags; false when nothing changed. What is always disabled or to be read only no rule can open. */
  #apply(
    rule: RulePlan,
    flags: Flags & { hidden: boolean },
    { allowed, fillable }: Right,
    result: boolean,
  ): boolean {
    if (rule.kind === 'visible') {
      const visible = result && allowed
      const hidden = !result && allowed
      if (flags.visible === visible && flags.hidden === hidden) return false
      flags.visible = visible
      flags.hidden = hidden
      return true
    }
    if (rule.kind === 'readonly') {
      const field = this.plan.fields.get(rule.target)
      const readonly = result || field?.readonly === true || field?.computed === true
      if (flags.readonly === readonly) return false
      flags.readonly = readonly
      return true
    }
    const kind = rule.kind === 'required' ? 'required' : 'disabled'
    const always = this.plan.layout.disabled || this.plan.fields.get(rule.target)?.disabled === true
    // What a person cannot fill in is not asked of them.
    const next = kind === 'disabled' ? result || always || !fillable : result && fillable
    if (flags[kind] === next) return false
    flags[kind] = next
    return true
  }

  /** A script's word on a state: it stands until a rule or a script says otherwise. A value that a script hides is kept. */
  decideLeaf(leaf: Leaf, state: ScriptedState, on: boolean): void {
    leaf[state] = this.#permitted(state, on, leaf)
    if (state === 'visible' && on) leaf.hidden = false
    this.observer?.leafChanged(leaf)
  }

  /** The same of a column, in one row or in all. */
  decideCells(rows: Rows, column: FieldPlan, state: ScriptedState, on: boolean, row?: Row): void {
    const decided = this.#permitted(state, on, rows.right(column))
    if (row) {
      row.flags ??= new Map()
      row.flags.set(column.name, { ...rows.flags(row, column), [state]: decided })
    } else rows.decide(column, state, decided)
    for (const one of row ? [row] : rows) this.observer?.cellChanged(rows, one, column.name)
  }

  #permitted(state: ScriptedState, on: boolean, { allowed, fillable }: Right): boolean {
    if (state === 'visible') return on && allowed
    return state === 'disabled' ? on || this.plan.layout.disabled || !fillable : on && fillable
  }

  checkLeaf(leaf: Leaf): string | null {
    const { field } = leaf
    const rows = this.tables.get(field.path)
    const value = rows ? (leaf.hidden ? [] : rows.list.map((row) => row.values)) : leaf.value
    // Nobody can mend what is not theirs to fill in.
    const message = leaf.fillable ? checkValue(field, value, leaf, this.context.at(field)) : null
    if (message !== null || !leaf.visible) return message
    return this.#brokenCheck(field, value, this.form)
  }

  /** What is wrong with the record as a whole. */
  checkWhole(isDue: (reads: readonly string[]) => boolean = () => true): readonly string[] {
    const broken = (this.#checks.get('') ?? []).filter(
      ({ expression, reads }) => isDue(reads) && !expression.evaluate(this.form),
    )
    return broken.map(({ message }) => this.host.text(message))
  }

  /** The sentence of the first condition on a filled value that is not fulfilled. */
  #brokenCheck(field: FieldPlan, value: unknown, scope: Scope): string | null {
    const checks = this.#checks.get(field.path)
    if (!checks || isEmpty(field, value)) return null
    const broken = checks.find(({ expression }) => !expression.evaluate(scope))
    return broken ? this.host.text(broken.message, { label: this.host.text(field.label) }) : null
  }

  checkCell(rows: Rows, row: Row, column: FieldPlan): string | null {
    if (!rows.leaf.visible) return null
    const refused = row.refused?.get(column.name)
    if (refused !== undefined) return refused
    const flags = rows.flags(row, column)
    const value = row.values[column.name]
    const message = rows.fillable(column)
      ? checkValue(column, value, flags, this.context.at(column, row))
      : null
    if (message !== null || !flags.visible) return message
    return this.#brokenCheck(column, value, this.#row.at(rows, row))
  }

  /** Everything that keeps the record from being saved, in drawing order. */
  *errors(): Generator<FoundError> {
    for (const error of this.validation()) if (error) yield error
  }

  /** `errors` a piece at a time: nothing is yielded after each in which none was found. */
  *validation(): Generator<FoundError | undefined> {
    let found = false
    for (const error of this.#valueErrors()) {
      found ||= error !== undefined
      yield error
    }
    // A record is weighed once nothing else is wrong with it.
    if (found) return
    for (const { path, message } of recordError(this.plan, this.record(), this.host)) {
      yield { field: this.plan.fields.get(path) ?? firstOf(this.plan, path), message }
    }
  }

  *#valueErrors(): Generator<FoundError | undefined> {
    for (const leaf of this.leaves.values()) {
      const { field } = leaf
      const message = this.checkLeaf(leaf)
      if (message !== null) yield { field, message }
      const rows = this.tables.get(field.path)
      if (rows && leaf.visible) yield* this.#cellErrors(rows)
    }
    for (const message of this.checkWhole()) yield { field: undefined, message }
  }

  *#cellErrors(rows: Rows): Generator<FoundError | undefined> {
    const columns = rows.columns.filter((column) => isEntered(column) || this.#checks.has(column.path))
    let index = 0
    for (const row of rows) {
      for (const column of columns) {
        const message = this.checkCell(rows, row, column)
        if (message !== null) yield { field: column, message, rows, row, index }
      }
      index += 1
      if (index % ROWS_A_PIECE === 0) yield
    }
  }

  /** Values as they are kept: what a rule hides is null, what is only shown is left out, and what `omits` names too. */
  record(omits: (leaf: Leaf) => boolean = () => false): FormRecord {
    const record: FormRecord = {}
    for (const leaf of this.leaves.values()) {
      const { field } = leaf
      if (!field.stored || omits(leaf)) continue
      const rows = this.tables.get(field.path)
      putValue(record, field, rows ? storedRows(rows) : leaf.hidden ? null : trimmed(field, leaf.value))
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
    for (const column of columns) kept[column.name] = trimmed(column, rows.effective(row, column.name))
    return kept
  })
}

/** What a dependent choice is emptied to: no choices, or the empty text (`reference/formdata-format.md §5`). */
function emptied(field: FieldPlan): unknown {
  return field.schema.type === 'array' ? [] : ''
}

function byTarget(checks: readonly CheckPlan[]): ReadonlyMap<string, readonly CheckPlan[]> {
  const grouped = new Map<string, CheckPlan[]>()
  for (const check of checks) grouped.set(check.target, [...(grouped.get(check.target) ?? []), check])
  return grouped
}
