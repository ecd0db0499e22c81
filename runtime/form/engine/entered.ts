import type { FieldPlan } from '../plan'

/** False for what rules or the server give a value, and for what is not understood. */
export function isEntered(field: FieldPlan): boolean {
  return !field.computed && field.definition !== undefined && field.definition.server === undefined
}
