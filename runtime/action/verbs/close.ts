import { Type } from 'typebox'
import { DialogName, Value } from '../../document/words'
import { defineVerb } from '../define-verb'

/** Closes the named dialog, or with `true` the topmost; `with` is what its `open` answers. */
export const verb = defineVerb(
  'close',
  'Closes a dialog; true: the topmost',
  { close: Type.Union([DialogName, Type.Literal(true)]), with: Type.Optional(Value) },
  async (step, { surface, scope }) => {
    const dialog = step.close === true ? undefined : step.close.evaluate(scope)
    surface.close(dialog, step.with?.evaluate(scope))
  },
)
