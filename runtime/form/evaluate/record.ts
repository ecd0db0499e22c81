import type { HeadlessHost } from '../../host'
import { isEmptyValue, type WidgetContext } from '../../widget/definition'
import { FormEngine } from '../engine/engine'
import type { FieldPlan, FormPlan, FormRecord } from '../plan'
import { toWire } from '../wire'

/** A new record as the form opens it: defaults filled in, formulas computed. */
export function emptyRecord(plan: FormPlan, host: HeadlessHost): FormRecord {
  const engine = new FormEngine(plan, host)
  engine.load({}, 'new')
  engine.flush(false)
  return toWire(plan, engine.record(), engine.scopeOf())
}

/** The field of a path; a cell's path may have its row's position (`items.2.amount`). */
export function fieldAt(plan: FormPlan, path: string): FieldPlan | undefined {
  const known = plan.fields.get(path)
  if (known) return known
  const [, table, column] = /^(.+)\.\d+\.([^.]+)$/.exec(path) ?? []
  return table === undefined ? undefined : plan.fields.get(`${table}.${column}`)
}

/** A value as people read it, empty for no value (list cell, export, print). */
export function displayText(field: FieldPlan, value: unknown, context: WidgetContext): string {
  const { definition, settings } = field
  if ((definition?.isEmpty ?? isEmptyValue)(value)) return ''
  if (definition?.toText) return definition.toText(value, settings, context)
  return plainText(value)
}

function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainText).join(',')
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  const { fullName, name } = value as Readonly<Record<string, unknown>>
  return typeof fullName === 'string' ? fullName : typeof name === 'string' ? name : JSON.stringify(value)
}
