import { optional } from '../document/layout'
import { readNumber } from '../document/values'
import type { FieldPlan } from '../plan'

/** A calculated field is a number, 0 where there is none; any other is rounded if it says how (`spec/widgets.md §5`). */
export function rounding(field: FieldPlan): { readonly precision?: number; readonly fallback?: unknown } {
  const precision = readNumber(field.settings['precision'])
  if (field.widget === 'calculate') return { precision: precision ?? 0, fallback: 0 }
  return optional('precision', precision)
}
