import { Type } from 'typebox'
import { DialogName, Value } from '../../document/words'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

/**
 * Opens a dialog of the page; `with` gives names to what is inside. The steps after it run at once unless
 * `untilClosed` is true: then they run when it closes, `result` being what it was closed with.
 */
export const verb: Verb = {
  name: 'open',
  schema: stepSchema('Opens a dialog of the page', {
    open: DialogName,
    with: Type.Optional(
      Type.Record(Type.String(), Value, { description: 'Names the dialog sees: { "row": "${row}" }' }),
    ),
    untilClosed: Type.Optional(Type.Boolean({ description: 'Go on only when it has closed' })),
  }),
  async run(step, run) {
    const names = run.interpolate<Readonly<Record<string, unknown>>>(step['with'] ?? {})
    const closed = run.surface.open(String(run.interpolate(step['open'])), names)
    return step['untilClosed'] === true ? closed : undefined
  },
}
