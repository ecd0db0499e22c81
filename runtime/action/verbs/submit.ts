import { Type } from 'typebox'
import { Template } from '../../document/words'
import { defineVerb } from '../define-verb'

/** Runs the form's own submit. */
export const verb = defineVerb(
  'submit',
  "Runs the form's own submit",
  { submit: Type.Union([Template, Type.Literal(true)]) },
  async ({ submit }, { surface, scope }) =>
    surface.submit(submit === true ? undefined : submit.evaluate(scope)),
  () => ({ result: 'open' }),
)
