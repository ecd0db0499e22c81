import { type TProperties, Type } from 'typebox'
import type { ObjectPlan } from '../document/plan'
import { Condition } from '../document/words'
import type { ActionRun, Verb } from './action'
import type { StepGiving } from './gives'

/** Words that every step may have beside its verb's own. */
const common = {
  when: Type.Optional(Condition),
}

/** Makes a verb of its words: what a step is given when it runs are their plans. */
export function defineVerb<Words extends TProperties>(
  name: string,
  description: string,
  words: Words,
  run: (words: ObjectPlan<Words>, run: ActionRun) => Promise<unknown>,
  /** What a step of it gives to the steps inside it and after it. */
  gives?: StepGiving,
): Verb {
  return {
    name,
    schema: Type.Object({ ...words, ...common }, { additionalProperties: false, description }),
    run: run as Verb['run'],
    ...(gives && { gives }),
  }
}
