import { roundDecimal, toDecimalNumber } from '../../expression'
import type { RulePlan } from '../plan'

/** What a formula gave, as its field keeps it: a number rounded, and the fallback where there is none (`spec/widgets.md §5`). */
export function finishValue(rule: RulePlan, result: unknown): unknown {
  const fallback = rule.fallback ?? null
  if (rule.precision === undefined) return result ?? fallback
  const number = toDecimalNumber(result)
  return number === null ? fallback : roundDecimal(number, rule.precision)
}
