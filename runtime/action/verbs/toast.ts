import { Type } from 'typebox'
import { Text } from '../../document/words'
import type { ToastKind } from '../../host'
import type { Text as TextValue } from '../../text'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

/** How long a message stands unless the step says otherwise (`spec/administration.md §9`). */
export const TOAST_MILLISECONDS = 1500

export const verb: Verb = {
  name: 'toast',
  schema: stepSchema('Shows a message for a moment', {
    toast: Type.Union([
      Type.Literal('success'),
      Type.Literal('info'),
      Type.Literal('warning'),
      Type.Literal('error'),
    ]),
    text: Text,
    for: Type.Optional(Type.Integer({ minimum: 500, description: 'Milliseconds; default 1500' })),
  }),
  async run(step, run) {
    const text = run.host.text(run.interpolate<TextValue>(step['text']))
    const milliseconds = (step['for'] as number | undefined) ?? TOAST_MILLISECONDS
    run.host.toast(step['toast'] as ToastKind, text, milliseconds)
    return undefined
  },
}
