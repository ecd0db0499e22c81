import { isEntered } from '../engine/entered'
import type { FieldPlan, FormPlan } from '../plan'
import { isSecret } from '../secret'

/** Whether a request may say what a field's value is. */
export function accepts(field: FieldPlan, plan: FormPlan): boolean {
  if (!field.definition) return true
  if (!isEntered(field) || !field.stored) return false
  if (plan.scripted?.open.has(field.path)) return true
  return field.visible && !field.disabled && !field.readonly && !plan.layout.disabled
}

/** Whether many records can be given a value in the field: one that a form lets people fill in, by itself and to be read by them. */
export function isBatchField(field: FieldPlan, plan: FormPlan): boolean {
  const isAlone = field.table === undefined && !field.columns && field.place === undefined
  return isAlone && field.definition !== undefined && !isSecret(field) && accepts(field, plan)
}
