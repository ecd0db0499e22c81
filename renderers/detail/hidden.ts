import { hostScope, type Scope, scopeOf } from '@runtime/expression'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import type { Host } from '@runtime/host'

/**
 * The names that a plan's expressions see over a record for reading: raw values where texts stand for them.
 * @param around names of the page in which it stands
 */
export function readingScope(plan: FormPlan, record: FormRecord, host: Host, around?: Scope): Scope {
  return scopeOf({ form: record, ...rawValues(plan, record) }, around ?? hostScope(host))
}

/** Values of a record for reading, raw where texts stand for them; `id` is the record's own. */
export function rawValues(
  plan: FormPlan,
  record: FormRecord,
  seen: (path: string) => boolean = () => true,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = { id: record['id'] }
  for (const path of plan.fields.keys()) {
    if (path.includes('.') || !seen(path)) continue
    values[path] = `${path}_id` in record ? record[`${path}_id`] : record[path]
  }
  return values
}

/** Fields that are not shown for this record (`spec/widgets.md §5`, read-only renderer). */
export function hiddenFields(plan: FormPlan, scope: Scope): ReadonlySet<string> {
  const hidden = new Set<string>()
  for (const [path, field] of plan.fields) if (!field.visible) hidden.add(path)
  for (const { kind, target, expression } of plan.rules) {
    if (kind !== 'visible' || !expression || target.includes('.')) continue
    if (expression.evaluate(scope)) hidden.delete(target)
    else hidden.add(target)
  }
  return hidden
}
