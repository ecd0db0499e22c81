import { PATTERN_STEPS } from '../limits'
import { compileLinear, type LinearPattern, PatternRefused } from './linear-pattern'

/** @throws PatternRefused */
export type Matcher = (pattern: RegExp, text: string) => boolean

const compiled = new WeakMap<RegExp, LinearPattern>()

function linearOf(pattern: RegExp): LinearPattern {
  const linear = compiled.get(pattern) ?? compileLinear(pattern)
  compiled.set(pattern, linear)
  return linear
}

/**
 * Tests texts with patterns that a model or a document brought along, in steps that grow as the texts do: some patterns would
 * take JavaScript's own engine longer than the universe (`^(a+)+$`), or the fifth power of a text's length (`a*a*a*a*b`), and
 * hold up a person's tab, or on a server everybody. What one matcher is asked counts together. It throws for a pattern that is
 * not checked in this way, and for texts that are too long for it.
 */
export function createMatcher(steps = PATTERN_STEPS): Matcher {
  const budget = { steps }
  return (pattern, text) => linearOf(pattern).test(text, budget)
}

/** Whether a pattern is none that this product checks: it is not valid, or asks for what was said before (`\1`). */
export function isRefused(source: string, flags: string): boolean {
  try {
    linearOf(new RegExp(source, flags))
    return false
  } catch (error) {
    if (error instanceof PatternRefused || error instanceof SyntaxError) return true
    throw error
  }
}
