import { createContext, Script } from 'node:vm'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../http/errors'

/** Milliseconds that one test of a pattern may take. */
const PATIENCE = 100
/** Longest text that is tested without a watch; the watch takes half a millisecond. */
const SAFE_LENGTH = { nested: 16, plain: 200 }

const script = new Script('pattern.test(text)')
const room: { pattern?: RegExp; text?: string } = {}
createContext(room)
const nesting = new WeakMap<RegExp, boolean>()

/**
 * Tests a text with a pattern that a model brought along. Some patterns take longer than the universe for a text that
 * does not fit (`^(a+)+$`), and would hold up everybody: such a test is broken off.
 * @throws ApiError 400 naming the pattern.
 */
export function matchesInTime(pattern: RegExp, text: string): boolean {
  if (text.length <= (isNested(pattern) ? SAFE_LENGTH.nested : SAFE_LENGTH.plain)) return pattern.test(text)
  Object.assign(room, { pattern, text })
  try {
    return script.runInContext(room, { timeout: PATIENCE }) as boolean
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    throw new ApiError(CODE.badRequest, '@record.patternTooSlow', { params: { pattern: pattern.source } })
  }
}

function isNested(pattern: RegExp): boolean {
  const known = nesting.get(pattern)
  if (known !== undefined) return known
  const nested = hasNestedRepetition(pattern.source)
  nesting.set(pattern, nested)
  return nested
}

/** Whether a group that holds a repetition or a choice is itself repeated: only then can time grow exponentially. */
export function hasNestedRepetition(source: string): boolean {
  const plain = source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  const groups: boolean[] = []
  for (const [token] of plain.matchAll(/\(|\)(?:[*+]|\{\d+,?\d*\})?|[*+|]|\{\d+,\d*\}/g)) {
    if (token === '(') groups.push(false)
    else if (!token.startsWith(')')) groups.fill(true)
    else {
      const holdsRepetition = groups.pop() ?? false
      const isRepeated = token.length > 1
      if (isRepeated && holdsRepetition) return true
      if (isRepeated) groups.fill(true)
    }
  }
  return false
}
