import { textBytes } from '../../json-size'
import { sizeText } from '../../size-text'
import { textLimitOf } from '../engine/sizes'
import type { FieldPlan } from '../plan'

/**
 * A default that no record could keep is none: drawing it may take for ever.
 * @param lose hears the limit that it is over
 */
export function withFittingDefault(plan: FieldPlan, lose: (limit: string) => void): FieldPlan {
  const { defaultValue } = plan
  const limit = textLimitOf(plan)
  if (typeof defaultValue !== 'string' || textBytes(defaultValue, limit) <= limit) return plan
  lose(sizeText(limit))
  return { ...plan, defaultValue: null }
}
