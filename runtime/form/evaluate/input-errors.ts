import type { HeadlessHost } from '../../host'
import { isRecord } from '../../json'
import { isEmpty } from '../engine/check'
import { FormEngine } from '../engine/engine'
import { putValue, valueAt } from '../places'
import type { FieldError, FieldPlan, FormPlan, FormRecord } from '../plan'
import { brokenGroups, fromWire, within } from '../wire'

export interface InputOptions {
  /** A new record has the defaults of what was not sent; of a stored one what was not sent stays, and is not validated. */
  readonly creating: boolean
}

/**
 * What a form finds wrong with the input of a call that it fills in: the server's judgement of a form document, where
 * `evaluateRecord` is that of a model. Only rules over the form's own values count: what reads the page around it, or
 * values that were not sent, cannot be known here and refuses nothing. What the call's own schema lets pass in another
 * type than the widget gives (a number as text) is validated as that type.
 */
export function inputErrors(
  plan: FormPlan,
  input: FormRecord,
  host: HeadlessHost,
  { creating }: InputOptions,
): readonly FieldError[] {
  const sent = fromWire({ ...plan, load: [] }, input, undefined)
  const broken = new Map(brokenGroups(plan, input).map((path) => [path, true]))
  const { record, strange } = fitted(plan, sent)
  const known = knowledgeOf(plan, (field) => {
    if (strange.has(field.path) || within(broken, field)) return false
    return creating || valueAt(record, field) !== undefined
  })
  const checks = plan.checks.filter(({ reads, target }) => known.all(reads) && !known.isOpen(target))
  const engine = new FormEngine({ ...plan, checks }, host)
  engine.load(record, creating ? 'new' : 'existing')
  engine.flush(false)
  const errors: FieldError[] = []
  for (const { field, message, rows, index } of engine.errors()) {
    if (field && known.refusesNothing(field, engine)) continue
    const path = field?.path ?? ''
    errors.push({ path: rows && field ? `${rows.path}.${index}.${field.name}` : path, message })
  }
  return errors
}

/** Values as the widgets have them; `strange` are those of which nothing can be said. */
function fitted(plan: FormPlan, sent: FormRecord) {
  const record: FormRecord = {}
  const strange = new Set<string>()
  for (const field of plan.fields.values()) {
    if (field.table !== undefined) continue
    const value = valueAt(sent, field)
    if (value === undefined) continue
    const fit = fittedValue(field, value)
    if (fit === undefined) strange.add(field.path)
    else putValue(record, field, fit)
  }
  return { record, strange }
}

function fittedValue({ schema, columns }: FieldPlan, value: unknown): unknown {
  if (value === null || value === '') return value
  if (columns) return Array.isArray(value) && value.every(isRecord) ? value : undefined
  const types = [schema.type ?? []].flat() as readonly string[]
  const isNumber = types.includes('number') || types.includes('integer')
  if (typeof value === 'number' && !isNumber && types.includes('string')) return String(value)
  if (typeof value === 'string' && isNumber && !types.includes('string')) {
    const number = Number(value)
    return Number.isFinite(number) ? number : undefined
  }
  if (types.length === 0) return value
  const type = Array.isArray(value) ? 'array' : typeof value
  return types.includes(type) || (type === 'number' && isNumber) ? value : undefined
}

interface Knowledge {
  /** Whether all that an expression reads is known. */
  all(reads: readonly string[]): boolean
  /** Whether it cannot be known that a field is shown, or what it holds. */
  isOpen(path: string): boolean
  refusesNothing(field: FieldPlan, engine: FormEngine): boolean
}

/** What can be known on the server of a form's fields: rules come in an order in which each follows what it reads. */
function knowledgeOf(plan: FormPlan, isGiven: (field: FieldPlan) => boolean): Knowledge {
  const open = new Set<string>()
  for (const field of plan.fields.values())
    if (field.table === undefined && !isGiven(field)) open.add(field.path)
  const isKnown = (path: string): boolean => {
    if (path === 'user' || path.startsWith('user.')) return true
    const group = plan.groups.get(path)
    if (group) return group.fields.every((name) => !open.has(name))
    const field = plan.fields.get(path)
    return field !== undefined && !open.has(path) && !open.has(field.table ?? '')
  }
  const all = (reads: readonly string[]) => reads.every(isKnown)
  const notDue = new Set<string>()
  for (const { kind, target, reads } of plan.rules) {
    if (all(reads)) continue
    if (kind === 'visible' || kind === 'value') open.add(target)
    if (kind === 'required') notDue.add(target)
  }
  const isOpen = (path: string) => open.has(path) || open.has(plan.fields.get(path)?.table ?? '')
  return {
    all,
    isOpen,
    refusesNothing(field, engine) {
      if (isOpen(field.path)) return true
      if (field.table !== undefined) return notDue.has(field.path)
      return notDue.has(field.path) && isEmpty(field, engine.leaves.get(field.path)?.value)
    },
  }
}
