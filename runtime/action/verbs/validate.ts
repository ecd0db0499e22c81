import { Type } from 'typebox'
import { Template } from '../../document/words'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

/** Checks a form; when it is not valid its errors show and the run ends. */
export const verb: Verb = {
  name: 'validate',
  schema: stepSchema('Checks the form; ends the action when it is not valid', {
    validate: Type.Union([Template, Type.Literal(true)]),
  }),
  async run(step, run) {
    const target = run.interpolate(step['validate'])
    const valid = await run.surface.validate(target === true ? undefined : String(target))
    if (!valid) run.stop()
    return undefined
  },
}
