import { type ParseError, parse } from 'jsonc-parser'
import { Template } from '../../document/words'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

/** Reads a text as JSON; `result` is its value. Text that is no JSON fails, naming line and column. */
export const verb: Verb = {
  name: 'parse',
  schema: stepSchema('Reads a text as JSON, which becomes result', { parse: Template }),
  async run(step, run) {
    const text = String(run.interpolate(step['parse']) ?? '')
    const errors: ParseError[] = []
    const value: unknown = parse(text, errors, { allowTrailingComma: true })
    const [error] = errors
    if (error) {
      const before = text.slice(0, error.offset).split('\n')
      const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
      throw new Error(run.host.text('@action.notJson', place))
    }
    return value
  },
}
