import type { HeadlessHost } from '../../host'
import { isRecord } from '../../json'
import type { Permissions } from '../../permission/permission'
import { isEntered } from '../engine/check'
import { FormEngine } from '../engine/engine'
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
 * stored value, or the default of a new record. What a rule hides is null. A field that a rule disables, before and after,
 * is refused when it differs. Members of the request that are no fields are dropped; an unknown widget's data stays.
 */
export function evaluateRecord(
  plan: FormPlan,
  record: FormRecord,
  host: HeadlessHost,
  options: EvaluateOptions,
): Evaluation {
  const { permissions } = options
  const base = new FormEngine(plan, host)
  if (options.creating) base.load({}, 'new')
  else base.load(options.stored ?? {}, 'existing')
  base.flush(false)
  const engine = new FormEngine(plan, host, permissions && { permissions })
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
  return (
    isEntered(field) &&
    field.stored &&
    field.visible &&
    !field.disabled &&
    !field.readonly &&
    !plan.layout.disabled
  )
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

/** What a rule disables now and disabled in the kept record too cannot have been changed in the form. */
function disabledErrors(engine: FormEngine, base: FormEngine, host: HeadlessHost): readonly FieldError[] {
  const closed = engine.plan.rules.filter((rule) => rule.kind === 'disabled')
  return closed.flatMap(({ target }): FieldError[] => {
    const leaf = engine.leaves.get(target)
    const before = base.leaves.get(target)
    if (!leaf || !before || engine.tables.has(target)) return []
    return isChanged(leaf, before) ? [{ path: target, message: locked(leaf.field, host) }] : []
  })
}

function isChanged(leaf: Leaf, before: Leaf): boolean {
  return (
    leaf.visible &&
    leaf.disabled &&
    before.disabled &&
    isEntered(leaf.field) &&
    !same(leaf.value, before.value)
  )
}

function locked(field: FieldPlan, host: HeadlessHost): string {
  return host.text('@form.locked', { label: host.text(field.label) })
}
