import { Type } from 'typebox'
import { ActionSchema } from '../../document/words'
import type { ActionDocument, Verb } from '../action'
import { isControl, pause } from '../control'
import { stepSchema } from '../schema'

const TIMES = 3
const DELAY = 1000

/** Runs an action again while it fails, with a doubling delay; the last failure counts. */
export const verb: Verb = {
  name: 'retry',
  schema: stepSchema('Runs an action again while it fails', {
    retry: ActionSchema,
    times: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, description: 'Attempts; default 3' })),
    delay: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Milliseconds before the second; default 1000' }),
    ),
  }),
  async run(step, run) {
    const { times = TIMES, delay = DELAY } = step as { times?: number; delay?: number }
    for (let attempt = 1; ; attempt++) {
      try {
        return await run.run(step['retry'] as ActionDocument)
      } catch (error) {
        if (attempt >= times || isControl(error) || run.signal.aborted) throw error
        await pause(delay * 2 ** (attempt - 1), run.signal)
      }
    }
  },
}
