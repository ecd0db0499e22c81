import { Type } from 'typebox'
import { ActionSchema, Condition } from '../../document/words'
import { defineVerb } from '../define-verb'
import { resultOfAny } from '../gives'

export const verb = defineVerb(
  'if',
  'Chooses between two actions',
  {
    if: Condition,
    // biome-ignore lint/suspicious/noThenProperty: the language's word; the schema is never awaited.
    then: Type.Optional(ActionSchema),
    else: Type.Optional(ActionSchema),
  },
  async (step, run) => {
    const branch = step.if.holds(run.scope) ? step.then : step.else
    return branch && run.run(branch)
  },
  ({ then: yes, else: no }, { resultOf }) => ({ result: resultOfAny([yes, no], resultOf) }),
)
