import { hostScope } from '../../expression/scope'
import type { HeadlessHost } from '../../host'
import { isRecord } from '../../json'
import type { FieldRights } from '../../permission/permission'
import { type Pieces, ROWS_A_PIECE, whole } from '../../pieces'
import type { Choices } from '../engine/context'
import { FormEngine } from '../engine/engine'
import { isEntered } from '../engine/entered'
import { oversize } from '../engine/sizes'
import type { Leaf, Row, Rows } from '../engine/state'
import { same } from '../engine/values'
import { memberAt, putValue, valueAt } from '../places'
import type { FieldError, FieldPlan, FormPlan, FormRecord } from '../plan'
import { brokenGroups, fromWire, groupFault, toWire, unreadGroups, within } from '../wire'
import { accepts } from './accepts'

export interface EvaluateOptions {
  readonly creating: boolean
  /** What the person may see; the rest keeps its stored value. */
  readonly permissions?: FieldRights
  /** The record as it is kept, for an update: what may not be sent is taken from it. */
  readonly stored?: FormRecord
  /** Fetched choices to validate by; a field without them is not validated by its choices. */
  readonly choices?: Choices
}

export interface Evaluation {
  /** Every stored field of the plan, ready to be kept. */
  readonly record: FormRecord
  readonly errors: readonly FieldError[]
}

/**
 * Validates a record that was sent, by the rules and with the messages of the form itself. What is computed, only shown,
 * never drawn, constantly disabled, the server's own or closed to the person is not taken from the request: it keeps the
 * stored value, or the default of a new record. What a rule hides is null. A field that a rule or its bounds close, before
 * and after, is refused when it differs. What scripts open is taken, and validated. Members of the request that are no fields
 * are dropped; an unknown widget's data stays. What is too large is refused before anything else is looked at.
 */
export function evaluateRecord(
  plan: FormPlan,
  record: FormRecord,
  host: HeadlessHost,
  options: EvaluateOptions,
): Evaluation {
  return whole(evaluating(plan, record, host, options))
}

/** `evaluateRecord` a piece at a time: 10,000 rows take long enough for others to be served in between. */
export function* evaluating(
  plan: FormPlan,
  record: FormRecord,
  host: HeadlessHost,
  options: EvaluateOptions,
): Pieces<Evaluation> {
  const outer = hostScope(host)
  const sent = fromWire(plan, record, outer)
  const tooLarge = oversize(plan, sent, host)
  if (tooLarge.length > 0) return { record: {}, errors: tooLarge }
  const { permissions } = options
  const base = new FormEngine(plan, host)
  release(base)
  if (options.creating) yield* base.loading({}, 'new')
  else yield* base.loading(fromWire(plan, options.stored ?? {}, outer), 'existing')
  yield* base.flushing(false)
  const engine = new FormEngine(plan, host, { ...(permissions && { permissions }), choices: options.choices })
  release(engine)
  yield* engine.loading(yield* merge(engine, base, sent, plan), 'existing')
  yield* engine.flushing(false)
  const unread = unsentTexts(plan, options.stored ?? {}, record)
  const broken = unreadGroups(plan, record)
  const errors = [...groupErrors(plan, record, host), ...shapeErrors(engine, sent, host)]
  for (const found of engine.validation()) {
    if (!found) {
      yield
      continue
    }
    const { field, message, rows, index } = found
    if (field && (within(unread, field) || within(broken, field))) continue
    const path = field?.path ?? ''
    errors.push({ path: rows && field ? `${rows.path}.${index}.${field.name}` : path, message })
  }
  errors.push(...disabledErrors(engine, base, host))
  return { record: toWire(plan, engine.record(), engine.scopeOf(), unread), errors }
}

/** Groups that are kept as text that nobody can read, and of which the request says nothing: they stay as they are. */
function unsentTexts(plan: FormPlan, stored: FormRecord, sent: FormRecord): ReadonlyMap<string, string> {
  const unsent = [...unreadGroups(plan, stored)].filter(
    ([path]) => memberAt(sent, plan.groups.get(path)?.place ?? []) === undefined,
  )
  return new Map(unsent)
}

/** What scripts decide in the browser the server cannot ask of a record; that a value is one of its field it can. */
export function release({ plan, leaves, tables }: FormEngine): void {
  for (const path of plan.scripted?.states ?? []) {
    const field = plan.fields.get(path)
    const leaf = leaves.get(path)
    const rows = tables.get(field?.table ?? '')
    if (leaf) Object.assign(leaf, { visible: leaf.allowed, required: false })
    else if (rows && field) {
      rows.decide(field, 'visible', rows.allowed(field))
      rows.decide(field, 'required', false)
    }
  }
  for (const path of plan.scripted?.open ?? []) {
    const leaf = leaves.get(path)
    if (leaf && !leaf.field.visible) Object.assign(leaf, { visible: leaf.allowed, required: false })
  }
}

/** The record as it counts: what may be sent from the request, the rest from what is kept. */
function* merge(engine: FormEngine, base: FormEngine, sent: FormRecord, plan: FormPlan): Pieces<FormRecord> {
  const merged: FormRecord = {}
  for (const leaf of engine.leaves.values()) {
    const { path } = leaf.field
    const rows = engine.tables.get(path)
    const kept = base.tables.get(path)
    const given = valueAt(sent, leaf.field)
    if (!accepts(leaf.field, plan) || !leaf.fillable || given === undefined)
      putValue(merged, leaf.field, kept ? keptRows(kept) : base.leaves.get(path)?.value)
    else putValue(merged, leaf.field, rows && kept ? yield* mergeRows(rows, kept, base, given, plan) : given)
  }
  return merged
}

function keptRows(kept: Rows): readonly FormRecord[] {
  return Array.from(kept, (row) => withId(row))
}

function withId(row: Row): FormRecord {
  return row.stored ? { id: row.id, ...row.values } : { ...row.values }
}

/** Rows are the same by their `id`; a row without one is new, and what may not be sent in it has its default. */
function* mergeRows(
  rows: Rows,
  kept: Rows,
  base: FormEngine,
  sent: unknown,
  plan: FormPlan,
): Pieces<unknown> {
  const list = rows.leaf.field.definition?.normalise?.(sent, rows.leaf.field.settings) ?? sent
  if (!Array.isArray(list)) return list
  const fresh = base.makeRow(kept, {}, 'new')
  const merged: FormRecord[] = []
  for (const given of list) {
    if (!isRecord(given)) continue
    const id = given['id']
    const stored = id === undefined ? undefined : kept.rows.get(String(id))
    const before = stored ?? fresh
    const row: FormRecord = id === undefined || rows.byName.has('id') ? {} : { id }
    for (const column of rows.columns) {
      const open = accepts(column, plan) && rows.fillable(column)
      row[column.name] =
        open && Object.hasOwn(given, column.name) ? given[column.name] : before.values[column.name]
    }
    merged.push(row)
    if (merged.length % ROWS_A_PIECE === 0) yield
  }
  return merged
}

/** A group that is no object, or no JSON text of one where that is its wire form. */
function groupErrors(plan: FormPlan, sent: FormRecord, host: HeadlessHost): readonly FieldError[] {
  return brokenGroups(plan, sent).map((path) => {
    const value = memberAt(sent, plan.groups.get(path)?.place ?? [])
    return { path, message: groupFault(plan, path, value, host) }
  })
}

/** A sub-table that is no list, a row that is no record. */
export function shapeErrors(engine: FormEngine, sent: FormRecord, host: HeadlessHost): readonly FieldError[] {
  return [...engine.tables.values()].flatMap((rows): FieldError[] => {
    const { field, visible } = rows.leaf
    const value = valueAt(sent, field)
    if (!visible || value === undefined || value === null || value === '') return []
    const list = field.definition?.normalise?.(value, field.settings) ?? value
    const message = host.text('@form.invalid', { label: host.text(field.label) })
    if (!Array.isArray(list)) return [{ path: field.path, message }]
    if (!Array.isArray(value)) return []
    return value.flatMap((row, index) => (isRecord(row) ? [] : [{ path: `${field.path}.${index}`, message }]))
  })
}

/** What a rule or a field's own bounds close, now and in the kept record too, cannot have been changed in the form. */
function disabledErrors(engine: FormEngine, base: FormEngine, host: HeadlessHost): readonly FieldError[] {
  const closedBy = (state: 'disabled' | 'readonly') =>
    new Set(engine.plan.rules.flatMap(({ kind, target }) => (kind === state ? target : [])))
  const byRule = { disabled: closedBy('disabled'), readonly: closedBy('readonly') }
  return [...engine.leaves].flatMap(([path, leaf]): FieldError[] => {
    const before = base.leaves.get(path)
    if (!before || engine.tables.has(path) || !leaf.visible || !isEntered(leaf.field)) return []
    const byState = (['disabled', 'readonly'] as const).some(
      (state) => byRule[state].has(path) && leaf[state] && before[state],
    )
    const closed = byState || isLocked(leaf, engine, base)
    if (!closed || same(leaf.value, before.value)) return []
    return [{ path, message: locked(leaf.field, host) }]
  })
}

function isLocked({ field }: Leaf, engine: FormEngine, base: FormEngine): boolean {
  const { definition, settings } = field
  if (!definition?.locked) return false
  return [engine, base].every((one) => definition.locked?.(settings, one.contextOf(field)) === true)
}

function locked(field: FieldPlan, host: HeadlessHost): string {
  return host.text('@form.locked', { label: host.text(field.label) })
}
