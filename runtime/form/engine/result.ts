import { roundDecimal, toDecimalNumber } from '../../expression'
import type { RulePlan } from '../plan'

/** What a formula gave, as its field keeps it: a number rounded, and the fallback where there is none (`spec/widgets.md §5`). */
export function finishValue(rule: RulePlan, result: unknown): unknown {
  const fallback = rule.fallback ?? null
  if (rule.precision === undefined) return result ?? fallback
  const number = toDecimalNumber(result)
  if (number === null) return fallback
  return isRound(number, rule.precision) ? number : roundDecimal(number, rule.precision)
}

/** True for a number that has no more decimals than it may: most have none too many, and rounding is dear. */
function isRound(number: number, precision: number): boolean {
  const scale = 10 ** precision
  const units = number * scale
  return Math.abs(units) < 1e15 && Math.round(units) / scale === number
}
