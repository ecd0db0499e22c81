import { Type } from 'typebox'
import { DialogName, Input } from '../../document/words'
import { defineVerb } from '../define-verb'

/**
 * Opens a dialog of the page; `with` gives names to what is inside. The steps after it run at once unless
 * `untilClosed` is true: then they run when it closes, `result` being what it was closed with.
 */
export const verb = defineVerb(
  'open',
  'Opens a dialog of the page',
  {
    open: DialogName,
    with: Type.Optional({ ...Input, description: 'Names the dialog sees: { "row": "${row}" }' }),
    untilClosed: Type.Optional(Type.Boolean({ description: 'Go on only when it has closed' })),
  },
  async (step, { surface, scope }) => {
    const closed = surface.open(step.open.evaluate(scope), step.with?.evaluate(scope) ?? {})
    return step.untilClosed ? closed : undefined
  },
  ({ open, with: given, untilClosed }) => ({
    ...(untilClosed === true && { result: 'open' }),
    opens: { dialog: open, with: given },
  }),
)
