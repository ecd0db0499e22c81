import { valueAt } from '../form/places'
import type { FieldPlan, FormPlan, FormRecord } from '../form/plan'
import type { FormStore } from '../form/store.types'
import { isRecord } from '../json'
import { type Draft, markOf } from './draft'
import { isKeptInDrafts } from './kept'

/** The fields that a draft gives back, in the form's order: those that the form has lost since are left out. */
export function fieldsOf(plan: FormPlan, { values }: Draft): readonly FieldPlan[] {
  return [...plan.fields.values()].filter(
    (field) => Object.hasOwn(values, field.path) && isKeptInDrafts(field),
  )
}

/** Of those the ones whose value somebody has changed since the draft was begun. */
export function changedSince(plan: FormPlan, draft: Draft, today: FormRecord): readonly FieldPlan[] {
  return fieldsOf(plan, draft).filter((field) => draft.bases[field.path] !== markOf(valueAt(today, field)))
}

/** Writes a draft into the form as if it were typed again. Rules run in between, and what they emptied is filled in again. */
export function restoreDraft(store: FormStore, draft: Draft): void {
  const fields = fieldsOf(store.plan, draft)
  for (const _ of ['first', 'after the rules'])
    for (const field of fields) {
      const value = withOwnSecrets(field, draft.values[field.path], store)
      if (JSON.stringify(store.kept(field.path)) === JSON.stringify(value)) continue
      store.set(field.path, value, 'user')
      store.flush()
    }
}

/** Rows with the secrets that the form has of them: a draft has none. */
function withOwnSecrets(field: FieldPlan, value: unknown, store: FormStore): unknown {
  if (!field.columns || !Array.isArray(value)) return value
  const rows = store.kept(field.path)
  const own = new Map(
    (Array.isArray(rows) ? rows : []).flatMap((row) =>
      isRecord(row) && row['id'] !== undefined ? [[row['id'], row]] : [],
    ),
  )
  return value.map((row) =>
    isRecord(row) && row['id'] !== undefined ? { ...own.get(row['id']), ...row } : row,
  )
}
