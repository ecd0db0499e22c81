import type { FieldPlan, FormPlan } from '../../form/plan'
import { isSecret } from '../../form/secret'
import { isMultiple, isNumeric } from '../../list/fields'
import { readableNames } from './readable'

type Kind = 'switch' | 'several' | 'date' | 'number' | 'text' | 'choice'

const SYMBOLS: Readonly<Record<Kind, readonly string[]>> = {
  switch: ['==', '<>'],
  several: ['like', 'notLike', 'null', 'notNull'],
  date: ['==', '<>', '>', '>=', '<', '<=', 'null', 'notNull'],
  number: ['==', '<>', '>', '>=', '<', '<=', 'null', 'notNull'],
  text: ['==', '<>', 'like', 'notLike', 'starts', 'null', 'notNull'],
  choice: ['==', '<>', 'in', 'notIn', 'null', 'notNull'],
}

/** How a rule compares a field. */
export function kindOf(field: FieldPlan): Kind {
  if (field.widget === 'switch') return 'switch'
  if (isMultiple(field)) return 'several'
  if (field.definition?.key === 'date-picker') return 'date'
  if (isNumeric(field)) return 'number'
  return field.definition?.filter?.includes('contains') ? 'text' : 'choice'
}

/** The symbols that a condition of a rule has for a field. */
export function ruleSymbols(field: FieldPlan): readonly string[] {
  return SYMBOLS[kindOf(field)]
}

/** The same objects while the plan has the same: what asks for a value keeps the person's place. */
const named = new WeakMap<FieldPlan, Map<string, FieldPlan>>()

/**
 * The fields that a condition can ask, called as a rule calls them: in the row of a sub-table (`table`) its columns and the
 * form's fields, never the columns of all rows.
 * @param own the path of the field that the rule is of, which does not decide about itself
 */
export function conditionFields(
  plan: FormPlan,
  table: string | undefined,
  own?: string,
): readonly FieldPlan[] {
  return readableNames(plan, table).flatMap(({ name, of }): readonly FieldPlan[] => {
    if (of === 'rows') return []
    const path = of === 'row' ? `${table}.${name}` : name.replace(/^form\./, '')
    const field = plan.fields.get(path)
    return field && path !== own && isAsked(field) ? [called(field, name)] : []
  })
}

/** A path of ids has no constant that a rule could compare with; of several choices each is one. */
function isAsked(field: FieldPlan): boolean {
  if (field.columns || isSecret(field)) return false
  if (isMultiple(field)) return field.widget === 'select' || field.widget === 'checkbox'
  return field.widget === 'switch' || isNumeric(field) || (field.definition?.filter?.length ?? 0) > 0
}

function called(field: FieldPlan, name: string): FieldPlan {
  const known = named.get(field) ?? new Map<string, FieldPlan>()
  const made = known.get(name) ?? { ...field, path: name }
  named.set(field, known.set(name, made))
  return made
}
