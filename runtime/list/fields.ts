import type { FieldPlan, FormPlan } from '../form/plan'
import { isSecret } from '../form/secret'
import type { Text } from '../text'

/** `items-amount`, the documented name of a sub-table's column in lists, as a plan's path: `items.amount`. */
export function fieldOfProp(
  form: Pick<FormPlan, 'fields' | 'renamed'>,
  prop: unknown,
): FieldPlan | undefined {
  if (typeof prop !== 'string' || prop === '') return undefined
  const exact = fieldAt(form, prop)
  if (exact) return exact
  const dash = prop.indexOf('-')
  return dash > 0 ? fieldAt(form, `${prop.slice(0, dash)}.${prop.slice(dash + 1)}`) : undefined
}

function fieldAt({ fields, renamed }: Pick<FormPlan, 'fields' | 'renamed'>, path: string) {
  return fields.get(path) ?? fields.get(renamed?.get(path) ?? '')
}

/** The documented name of a path: `items.amount` → `items-amount`. */
export function propOfPath(path: string): string {
  return path.replace('.', '-')
}

/** The prop of a search or column entry: its own, or in the 3.1 style the copied field's. */
export function propOfEntry(entry: Readonly<Record<string, unknown>>): unknown {
  return entry['prop'] || entry['id'] || entry['__vModel__']
}

/** How a refusal names a field: as people read it; its path goes beside it, for whoever marks the place. */
export function namedAs({ label, path }: FieldPlan): { readonly field: Text; readonly path: string } {
  return { field: label || propOfPath(path), path: propOfPath(path) }
}

/** Holds several values (checkboxes, a multiple select) or a path of ids. */
export function isMultiple(field: FieldPlan): boolean {
  return field.schema.type === 'array' || field.settings['multiple'] === true
}

/** Compares as a number; everything else compares as text. */
export function isNumeric(field: FieldPlan): boolean {
  return field.definition?.sort === 'number'
}

/** The format of the moments that a field's text writes; undefined where it writes none. */
export function momentFormat(field: FieldPlan): string | undefined {
  return field.definition?.moment?.(field.settings) ?? undefined
}

/** May stand in searches and conditions. */
export function isSearchable(field: FieldPlan): boolean {
  return field.stored && (field.definition?.filter?.length ?? 0) > 0 && !isSecret(field)
}

/** May stand as a list column (`reference/formdata-format.md §3`). */
export function isListable(field: FieldPlan): boolean {
  return !field.definition?.notInList && field.widget !== 'sub-table' && !field.columns
}
