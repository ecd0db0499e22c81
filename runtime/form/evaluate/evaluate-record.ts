import type { HeadlessHost } from '../../host'
import { isRecord } from '../../json'
import type { Permissions } from '../../permission/permission'
import { isEntered } from '../engine/check'
import { FormEngine } from '../engine/engine'
import { oversize } from '../engine/sizes'
import type { Leaf, Row, Rows } from '../engine/state'
import { same } from '../engine/values'
import type { FieldError, FieldPlan, FormPlan, FormRecord } from '../plan'

export interface EvaluateOptions {
  readonly creating: boolean
  /** What the person may see; the rest keeps its stored value. */
  readonly permissions?: Permissions
  /** The record as it is kept, for an update: what may not be sent is taken from it. */
  readonly stored?: FormRecord
}

export interface Evaluation {
  /** Every stored field of the plan, ready to be kept. */
  readonly record: FormRecord
  readonly errors: readonly FieldError[]
}

/**
 * Judges a record that was sent, by the rules and with the messages of the form itself. What is computed, only shown,
 * never drawn, constantly disabled, the server's own or closed to the person is not taken from the request: it keeps the
 * stored value, or the default of a new record. What a rule hides is null. A field that a rule or its bounds close, before
 * and after, is refused when it differs. What scripts open is taken, and judged. Members of the request that are no fields
 * are dropped; an unknown widget's data stays. What is too large is refused before anything else is looked at.
 */
export function evaluateRecord(
  plan: FormPlan,
  record: FormRecord,
  host: HeadlessHost,
  options: EvaluateOptions,
): Evaluation {
  const tooLarge = oversize(plan, record, host)
  if (tooLarge.length > 0) return { record: {}, errors: tooLarge }
  const { permissions } = options
  const base = new FormEngine(plan, host)
  release(base)
  if (options.creating) base.load({}, 'new')
  else base.load(options.stored ?? {}, 'existing')
  base.flush(false)
  const engine = new FormEngine(plan, host, permissions && { permissions })
  release(engine)
  engine.load(merge(engine, base, record, plan), 'existing')
  engine.flush(false)
  const errors = [
    ...shapeErrors(engine, record, host),
    ...Array.from(engine.errors(), ({ field, message, rows, index }) => ({
      path: rows ? `${rows.path}.${index}.${field.name}` : field.path,
      message,
    })),
    ...disabledErrors(engine, base, host),
  ]
  return { record: engine.record(), errors }
}

/** What scripts decide in the browser the server cannot ask of a record; that a value is one of its field it can. */
function release({ plan, leaves, tables }: FormEngine): void {
  for (const path of plan.scripted?.states ?? []) {
    const field = plan.fields.get(path)
    const leaf = leaves.get(path)
    const rows = tables.get(field?.table ?? '')
    if (leaf) Object.assign(leaf, { visible: leaf.allowed, required: false })
    else if (rows && field) {
      rows.decide(field, 'visible', rows.allowed(`${rows.path}-${field.name}`))
      rows.decide(field, 'required', false)
    }
  }
  for (const path of plan.scripted?.open ?? []) {
    const leaf = leaves.get(path)
    if (leaf && !leaf.field.visible) Object.assign(leaf, { visible: leaf.allowed, required: false })
  }
}

/** The record as it counts: what may be sent from the request, the rest from what is kept. */
function merge(engine: FormEngine, base: FormEngine, sent: FormRecord, plan: FormPlan): FormRecord {
  const merged: FormRecord = {}
  for (const leaf of engine.leaves.values()) {
    const { path } = leaf.field
    const rows = engine.tables.get(path)
    const kept = base.tables.get(path)
    if (!accepts(leaf.field, plan) || !leaf.allowed || !Object.hasOwn(sent, path))
      merged[path] = kept ? keptRows(kept) : base.leaves.get(path)?.value
    else merged[path] = rows && kept ? mergeRows(rows, kept, base, sent[path], plan) : sent[path]
  }
  return merged
}

/** Whether a request may say what a field's value is. */
function accepts(field: FieldPlan, plan: FormPlan): boolean {
  if (!field.definition) return true
  if (!isEntered(field) || !field.stored) return false
  if (plan.scripted?.open.has(field.path)) return true
  return field.visible && !field.disabled && !field.readonly && !plan.layout.disabled
}

function keptRows(kept: Rows): readonly FormRecord[] {
  return Array.from(kept, (row) => withId(row))
}

function withId(row: Row): FormRecord {
  return row.stored ? { id: row.id, ...row.values } : { ...row.values }
}

/** Rows are the same by their `id`; a row without one is new, and what may not be sent in it has its default. */
function mergeRows(rows: Rows, kept: Rows, base: FormEngine, sent: unknown, plan: FormPlan): unknown {
  const list = rows.leaf.field.definition?.normalise?.(sent, rows.leaf.field.settings) ?? sent
  if (!Array.isArray(list)) return list
  const fresh = base.makeRow(kept, {}, 'new')
  return list.filter(isRecord).map((given) => {
    const id = given['id']
    const stored = id === undefined ? undefined : kept.rows.get(String(id))
    const before = stored ?? fresh
    const row: FormRecord = id === undefined || rows.byName.has('id') ? {} : { id }
    for (const column of rows.columns) {
      const open = accepts(column, plan) && rows.allowed(`${rows.path}-${column.name}`)
      row[column.name] =
        open && Object.hasOwn(given, column.name) ? given[column.name] : before.values[column.name]
    }
    return row
  })
}

/** A sub-table that is no list, a row that is no record. */
function shapeErrors(engine: FormEngine, sent: FormRecord, host: HeadlessHost): readonly FieldError[] {
  return [...engine.tables.values()].flatMap((rows): FieldError[] => {
    const { field, visible } = rows.leaf
    const value = sent[field.path]
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
  const byRule = new Set(engine.plan.rules.flatMap(({ kind, target }) => (kind === 'disabled' ? target : [])))
  return [...engine.leaves].flatMap(([path, leaf]): FieldError[] => {
    const before = base.leaves.get(path)
    if (!before || engine.tables.has(path) || !leaf.visible || !isEntered(leaf.field)) return []
    const closed = (byRule.has(path) && leaf.disabled && before.disabled) || isLocked(leaf, engine, base)
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
