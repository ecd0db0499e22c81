import { Type } from 'typebox'
import { ActionSchema, Expression } from '../../document/words'
import { truth } from '../../expression/value'
import type { ActionDocument, Verb } from '../action'
import { stepSchema } from '../schema'

export const verb: Verb = {
  name: 'if',
  schema: stepSchema('Chooses between two actions', {
    if: Expression,
    // biome-ignore lint/suspicious/noThenProperty: the language's word; the schema is never awaited.
    then: Type.Optional(ActionSchema),
    else: Type.Optional(ActionSchema),
  }),
  async run(step, run) {
    const branch = step[truth(run.evaluate(String(step['if']))) ? 'then' : 'else']
    return branch === undefined ? undefined : run.run(branch as ActionDocument)
  },
}
