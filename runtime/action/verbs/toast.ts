import { Type } from 'typebox'
import { Text, withDefault } from '../../document/words'
import { defineVerb } from '../define-verb'
import { TOAST_MILLISECONDS } from '../toast'

export const verb = defineVerb(
  'toast',
  'Shows a message for a moment',
  {
    toast: Type.Union([
      Type.Literal('success'),
      Type.Literal('info'),
      Type.Literal('warning'),
      Type.Literal('error'),
    ]),
    text: Text,
    for: withDefault(Type.Integer({ minimum: 500, description: 'Milliseconds' }), TOAST_MILLISECONDS),
  },
  async (step, run) => {
    run.host.toast(step.toast, run.text(step.text), step.for)
  },
)
