import { valueAt } from '../form/places'
import type { FieldPlan, FormPlan, FormRecord } from '../form/plan'
import { isSecret, SECRET_MASK } from '../form/secret'
import { isRecord } from '../json'
import { isEmptyValue } from '../widget/definition'

/**
 * What is sent of a form, as it may be written down in a browser: of a secret that stands as it was read there is a mask, by
 * which the server keeps what is stored. Null where a secret has been typed: such a save does not wait.
 * @param opened the record as the form opened with it, by path
 */
export function withoutTypedSecrets(
  plan: FormPlan,
  record: FormRecord,
  opened: FormRecord,
  kept: (path: string) => unknown,
): FormRecord | null {
  const masked: Record<string, unknown> = { ...record }
  for (const field of plan.fields.values()) {
    if (field.columns?.some(isSecret) && hasSecrets(field, kept(field.path))) return null
    if (field.table !== undefined || !isSecret(field)) continue
    const value = kept(field.path)
    if (isEmptyValue(value)) continue
    if (value !== valueAt(opened, field) || !Object.hasOwn(masked, field.path)) return null
    masked[field.path] = SECRET_MASK
  }
  return masked
}

function hasSecrets(table: FieldPlan, rows: unknown): boolean {
  const names = (table.columns ?? []).filter(isSecret).map(({ name }) => name)
  return (
    Array.isArray(rows) && rows.some((row) => isRecord(row) && names.some((name) => !isEmptyValue(row[name])))
  )
}
