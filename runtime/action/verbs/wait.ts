import { Type } from 'typebox'
import type { Verb } from '../action'
import { pause } from '../control'
import { stepSchema } from '../schema'

/** Waits; cancelling ends it at once. */
export const verb: Verb = {
  name: 'wait',
  schema: stepSchema('Waits', {
    wait: Type.Integer({ minimum: 0, maximum: 600_000, description: 'Milliseconds' }),
  }),
  async run(step, run) {
    await pause(step['wait'] as number, run.signal)
    return undefined
  },
}
