import type { FieldPlan } from '../plan'

/** Whether blanks around a field's text count for nothing: of what a person types, unless its widget keeps it as typed. */
export function isTrimmed({ computed, definition, settings }: FieldPlan): boolean {
  return !computed && definition?.trims?.(settings) === true
}

/** A value as it is judged and kept; a text of blanks alone is none. */
export function trimmed(field: FieldPlan, value: unknown): unknown {
  if (typeof value !== 'string' || value === '' || !isTrimmed(field)) return value
  const text = value.trim()
  return text === '' ? null : text
}
