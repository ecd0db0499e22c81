import { Type } from 'typebox'
import { Template } from '../../document/words'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

/** Runs the form's own submit. */
export const verb: Verb = {
  name: 'submit',
  schema: stepSchema("Runs the form's own submit", {
    submit: Type.Union([Template, Type.Literal(true)]),
  }),
  async run(step, run) {
    const target = run.interpolate(step['submit'])
    return run.surface.submit(target === true ? undefined : String(target))
  },
}
