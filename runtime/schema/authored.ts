import { compileLinear } from '../pattern/linear-pattern'
import { patternOf, type SchemaOptions } from './types'

/** How many states of its machine one text may pass through for one pattern: a text of 64 KB by a pattern of 100 states. */
const PATTERN_STEPS = 6_400_000

/** How schemas are validated that documents bring along: formats count, and no pattern takes longer than its text. */
export const AUTHORED = {
  assertsFormats: true,
  pattern(source) {
    const linear = compileLinear(patternOf(source))
    return (text) => linear.test(text, { steps: PATTERN_STEPS })
  },
} as const satisfies SchemaOptions
