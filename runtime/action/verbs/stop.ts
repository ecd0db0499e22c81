import { Type } from 'typebox'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

/** Ends the whole run without an error. */
export const verb: Verb = {
  name: 'stop',
  schema: stepSchema('Ends the action', { stop: Type.Literal(true) }),
  async run(_step, run) {
    return run.stop()
  },
}
