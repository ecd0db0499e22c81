import { Type } from 'typebox'
import { recordOf, valueShape } from '../../document/given-values'
import { Value } from '../../document/words'
import { defineVerb } from '../define-verb'

/** Writes page state or form values: `{ "set": { "page.category": "${row}" } }`. */
export const verb = defineVerb(
  'set',
  'Writes state: { "page.category": "${row}" }',
  { set: Type.Record(Type.String({ pattern: '^(page|form)\\.' }), Value) },
  async ({ set }, { surface, scope, signal }) => {
    for (const [path, value] of Object.entries(set)) surface.set(path, value.evaluate(scope), signal)
  },
  ({ set }, { scope }) => ({
    writes: Object.fromEntries(
      Object.entries(recordOf(set)).map(([path, value]) => [path, valueShape(value, scope)]),
    ),
  }),
)
