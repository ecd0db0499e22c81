import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../http/errors'
import { PATTERN_STEPS } from '../../limits'
import { compileLinear, type LinearPattern, PatternRefused } from './linear-pattern'

const compiled = new WeakMap<RegExp, LinearPattern>()

/**
 * Tests texts with patterns that a model brought along, in steps that grow as the texts do: some patterns would take
 * JavaScript's own engine longer than the universe (`^(a+)+$`), or the fifth power of a text's length (`a*a*a*a*b`), and
 * hold up everybody. What one request asks for counts together.
 * @throws ApiError 400 naming the pattern: one that is not judged in this way, or texts that are too long for it.
 */
export function createMatcher(steps = PATTERN_STEPS): (pattern: RegExp, text: string) => boolean {
  const budget = { steps }
  return (pattern, text) => {
    try {
      const linear = compiled.get(pattern) ?? compileLinear(pattern)
      compiled.set(pattern, linear)
      return linear.test(text, budget)
    } catch (error) {
      if (!(error instanceof PatternRefused)) throw error
      throw new ApiError(CODE.badRequest, '@record.patternTooSlow', { params: { pattern: pattern.source } })
    }
  }
}
