import { Type } from 'typebox'
import { ActionSchema, withDefault } from '../../document/words'
import { isControl, pause } from '../control'
import { defineVerb } from '../define-verb'

/** Runs an action again while it fails, with a doubling delay; the last failure counts. */
export const verb = defineVerb(
  'retry',
  'Runs an action again while it fails',
  {
    retry: ActionSchema,
    times: withDefault(Type.Integer({ minimum: 1, maximum: 10, description: 'Attempts' }), 3),
    delay: withDefault(Type.Integer({ minimum: 0, description: 'Milliseconds before the second' }), 1000),
  },
  async ({ retry, times, delay }, run) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await run.run(retry)
      } catch (error) {
        if (attempt >= times || isControl(error) || run.signal.aborted) throw error
        await pause(delay * 2 ** (attempt - 1), run.signal)
      }
    }
  },
  ({ retry }, { resultOf }) => ({ result: resultOf(retry) }),
)
