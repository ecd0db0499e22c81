import { Type } from 'typebox'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

/** Drops cached answers that carry a tag; what is on the screen with it is fetched again. */
export const verb: Verb = {
  name: 'invalidate',
  schema: stepSchema('Drops cached answers by tag', {
    invalidate: Type.Union([Type.String(), Type.Array(Type.String())]),
  }),
  async run(step, run) {
    run.surface.invalidate([step['invalidate'] as string | string[]].flat())
    return undefined
  },
}
