import { Type } from 'typebox'
import { Template } from '../../document/words'
import { defineVerb } from '../define-verb'

/** Takes a form, or a list's search, back to its start; `true`: the nearest form. */
export const verb = defineVerb(
  'reset',
  'Takes a form or a search back to its start',
  { reset: Type.Union([Template, Type.Literal(true)]) },
  async ({ reset }, { surface, scope }) => {
    surface.reset(reset === true ? undefined : reset.evaluate(scope))
  },
)
