import type { CheckPlan, FieldPlan } from '../form/plan'
import { isNumeric } from './fields'
import { isBlank, numberOf } from './values'

/** Whether a range of a field's values is upside down: nothing can lie in it. */
export function isReversed(field: FieldPlan, from: unknown, to: unknown): boolean {
  if (isBlank(from) || isBlank(to)) return false
  if (!isNumeric(field) && !(typeof from === 'number' && typeof to === 'number'))
    return String(from) > String(to)
  const [first, last] = [numberOf(from), numberOf(to)]
  return first !== null && last !== null && first > last
}

/** The same said at the second of two fields that ask for a range. */
export function orderCheck(field: FieldPlan, from: string, to: string): CheckPlan {
  const reads = [from, to]
  return {
    target: to,
    reads,
    message: '@list.rangeReversed',
    expression: {
      source: `${from} <= ${to}`,
      dependencies: reads,
      evaluate: (scope) => !isReversed(field, scope.get(from), scope.get(to)),
    },
  }
}
