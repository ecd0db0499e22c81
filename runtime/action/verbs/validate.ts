import { Type } from 'typebox'
import { Template } from '../../document/words'
import { defineVerb } from '../define-verb'

/** Checks a form; when it is not valid its errors show and the run ends. */
export const verb = defineVerb(
  'validate',
  'Checks the form; ends the action when it is not valid',
  { validate: Type.Union([Template, Type.Literal(true)]) },
  async ({ validate }, run) => {
    const valid = await run.surface.validate(validate === true ? undefined : validate.evaluate(run.scope))
    if (!valid) run.stop()
  },
)
