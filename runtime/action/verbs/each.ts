import { Type } from 'typebox'
import { ActionSchema, Expression } from '../../document/words'
import type { ActionDocument, Verb } from '../action'
import { stepSchema } from '../schema'

/** Runs an action once for every item of a list, one after another; `item` and `index` are names inside. */
export const verb: Verb = {
  name: 'each',
  schema: stepSchema('Runs an action for every item of a list', {
    each: Expression,
    as: Type.Optional(Type.String({ description: 'Name of the item; default: item' })),
    do: ActionSchema,
  }),
  async run(step, run) {
    const items = run.evaluate(String(step['each']))
    const name = (step['as'] as string | undefined) ?? 'item'
    const results: unknown[] = []
    for (const [index, item] of (Array.isArray(items) ? items : []).entries()) {
      run.signal.throwIfAborted()
      results.push(await run.run(step['do'] as ActionDocument, { [name]: item, index }))
    }
    return results
  },
}
