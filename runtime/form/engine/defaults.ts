import { isEmptyValue, type WidgetContext } from '../../widget/definition'
import type { FieldPlan } from '../plan'

/** The value of a field in a new record: the document's, or the widget's (with `defaultCurrent` the person's own). */
export function initialValue(field: FieldPlan, context: WidgetContext): unknown {
  const { definition, settings, defaultValue } = field
  if (!definition) return defaultValue ?? null
  if (!isEmptyValue(defaultValue)) return definition.normalise?.(defaultValue, settings) ?? defaultValue
  return definition.initial?.(settings, context) ?? null
}
