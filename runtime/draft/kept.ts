import type { FieldPlan, FormPlan } from '../form/plan'
import { isSecret } from '../form/secret'
import { isRecord } from '../json'
import type { DraftValues } from './draft'

/** Whether a draft keeps the value of a field: what follows from others is worked out again, and no secret is written down. */
export function isKeptInDrafts(field: FieldPlan): boolean {
  return field.table === undefined && field.stored && !field.computed && !isSecret(field)
}

/** A value without the secrets in its rows, nor the columns that are closed. */
export function withoutSecrets(
  field: FieldPlan,
  value: unknown,
  isOpen: (column: FieldPlan) => boolean = () => true,
): unknown {
  const left = field.columns?.filter((column) => isSecret(column) || !isOpen(column)).map(({ name }) => name)
  if (!left?.length || !Array.isArray(value)) return value
  return value.map((row) =>
    isRecord(row) ? Object.fromEntries(Object.entries(row).filter(([name]) => !left.includes(name))) : row,
  )
}

/** Of values those that a form keeps in drafts: fields that it has lost since are left out. */
export function keptValues(
  plan: FormPlan,
  values: DraftValues,
  isOpen: (field: FieldPlan) => boolean = () => true,
): DraftValues {
  const kept: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(values)) {
    const field = plan.fields.get(path)
    if (!field || !isKeptInDrafts(field) || !isOpen(field)) continue
    kept[path] = withoutSecrets(field, value, isOpen)
  }
  return kept
}
