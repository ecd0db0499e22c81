import type { ParseError } from 'jsonc-parser'
import { Template } from '../../document/words'
import { defineVerb } from '../define-verb'

/** Reads a text as JSON; `result` is its value. Text that is no JSON fails, naming line and column. */
export const verb = defineVerb(
  'parse',
  'Reads a text as JSON, which becomes result',
  { parse: Template },
  async (step, { host, scope }) => {
    const text = step.parse.evaluate(scope)
    const { parse } = await import('jsonc-parser')
    const errors: ParseError[] = []
    const value: unknown = parse(text, errors, { allowTrailingComma: true })
    const [error] = errors
    if (error) {
      const before = text.slice(0, error.offset).split('\n')
      const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
      throw new Error(host.text('@action.notJson', place))
    }
    return value
  },
  () => ({ result: 'open' }),
)
