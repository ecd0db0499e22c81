import { Type } from 'typebox'
import { DialogName, Value } from '../../document/words'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

/** Closes the named dialog, or with `true` the topmost; `with` is what its `open` answers. */
export const verb: Verb = {
  name: 'close',
  schema: stepSchema('Closes a dialog; true: the topmost', {
    close: Type.Union([DialogName, Type.Literal(true)]),
    with: Type.Optional(Value),
  }),
  async run(step, run) {
    const dialog = run.interpolate(step['close'])
    run.surface.close(dialog === true ? undefined : String(dialog), run.interpolate(step['with']))
    return undefined
  },
}
