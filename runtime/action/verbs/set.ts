import { Type } from 'typebox'
import { Value } from '../../document/words'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

/** Writes page state or form values: `{ "set": { "page.category": "${row}" } }`. */
export const verb: Verb = {
  name: 'set',
  schema: stepSchema('Writes state: { "page.category": "${row}" }', {
    set: Type.Record(Type.String({ pattern: '^(page|form)\\.' }), Value),
  }),
  async run(step, run) {
    for (const [path, value] of Object.entries(step['set'] as Readonly<Record<string, unknown>>)) {
      run.surface.set(path, run.interpolate(value))
    }
    return undefined
  },
}
