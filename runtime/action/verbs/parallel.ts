import { Type } from 'typebox'
import { ActionSchema } from '../../document/words'
import type { ActionDocument, Verb } from '../action'
import { stepSchema } from '../schema'

/** Runs actions side by side; `result` is the list of theirs. All are awaited, then the first failure counts. */
export const verb: Verb = {
  name: 'parallel',
  schema: stepSchema('Runs actions side by side', { parallel: Type.Array(ActionSchema) }),
  async run(step, run) {
    const actions = step['parallel'] as readonly ActionDocument[]
    const settled = await Promise.allSettled(actions.map((action) => run.run(action)))
    return settled.map((one) => {
      if (one.status === 'rejected') throw one.reason
      return one.value
    })
  },
}
