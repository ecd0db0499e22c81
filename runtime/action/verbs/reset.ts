import { Type } from 'typebox'
import { Template } from '../../document/words'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

/** Takes a form, or a list's search, back to its start; `true`: the nearest form. */
export const verb: Verb = {
  name: 'reset',
  schema: stepSchema('Takes a form or a search back to its start', {
    reset: Type.Union([Template, Type.Literal(true)]),
  }),
  async run(step, run) {
    const target = run.interpolate(step['reset'])
    run.surface.reset(target === true ? undefined : String(target))
    return undefined
  },
}
