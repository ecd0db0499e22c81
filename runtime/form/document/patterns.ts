import { isRecord } from '../../json'
import { nearestOf } from '../../nearest'
import { isRefused } from '../../pattern/matches'
import { isRule, REUSABLE_RULES, reusableRules } from '../rules'
import { optional } from './layout'
import type { FieldChecks } from './nodes'
import { readText } from './values'

/** Reads `patterns` of a field: rules that forms share, or expressions of its own. */
export const readPatterns: FieldChecks['readPatterns'] = (list, pointer, builder) => {
  if (!Array.isArray(list)) return []
  return list.filter(isRecord).flatMap((item, index) => {
    const message = readText(item['message'])
    const rule = item['rule']
    if (isRule(rule)) return [{ ...reusableRules[rule], ...optional('message', message) }]
    if (rule !== undefined) {
      const nearest = nearestOf(String(rule), REUSABLE_RULES)
      builder.problems.push({
        pointer: `${pointer}/${index}/rule`,
        message: '@form.problem.unknownRule',
        params: { rule },
        ...optional('nearest', nearest),
      })
      return []
    }
    const pattern = String(item['pattern'] ?? '')
    const flags = String(item['flags'] ?? '')
    if (isRefused(pattern, flags)) {
      builder.problems.push({
        pointer: `${pointer}/${index}/pattern`,
        message: '@form.problem.pattern',
        params: { pattern },
      })
      return []
    }
    return [{ pattern, flags, message: message ?? '@form.invalid' }]
  })
}
