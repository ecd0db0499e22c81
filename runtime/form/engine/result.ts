import { roundDecimal, toDecimalNumber } from '../../expression'
import { isRound } from '../../widget/number-format'
import type { RulePlan } from '../plan'

/** What a formula gave, as its field keeps it: a number rounded, and the fallback where there is none (`spec/widgets.md §5`). */
export function finishValue(rule: Pick<RulePlan, 'fallback' | 'precision'>, result: unknown): unknown {
  const fallback = rule.fallback ?? null
  if (rule.precision === undefined) return result ?? fallback
  const number = toDecimalNumber(result)
  if (number === null) return fallback
  return isRound(number, rule.precision) ? number : roundDecimal(number, rule.precision)
}
