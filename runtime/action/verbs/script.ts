import { Type } from 'typebox'
import type { Want } from '../../document/constraint'
import { Input } from '../../document/words'
import { defineVerb } from '../define-verb'

/**
 * Runs a function in the sandbox, where it sees what `with` gives as members of its parameter and reaches nothing else;
 * `result` is what it returned. What an expression can say is better said there.
 */
export const verb = defineVerb(
  'script',
  'Runs a function in the sandbox; what it returned becomes result',
  {
    script: Type.String({
      minLength: 1,
      maxLength: 20_000,
      wants: 'script' satisfies Want,
      description: 'A function of JavaScript, given one object with the members of with',
      examples: ['({ rows }) => rows.reduce((sum, { area }) => sum + area, 0)'],
    }),
    with: Type.Optional({ ...Input, description: 'What it is given, by name: { "rows": "${rows}" }' }),
  },
  async (step, { host, scope }) => {
    if (!host.runScript) throw new Error(host.text('@action.noScripts'))
    return await host.runScript(step.script, step.with?.evaluate(scope) ?? {})
  },
  () => ({ result: 'open' }),
)
