import { Type } from 'typebox'
import { NUMBER, TEXT } from '../../document/shape'
import { Text, Value } from '../../document/words'
import { defineVerb } from '../define-verb'

/** Asks for a text or a number, which becomes `result`; cancelling ends the run. */
export const verb = defineVerb(
  'prompt',
  'Asks for a value, which becomes result',
  {
    prompt: Text,
    kind: Type.Optional(Type.Union([Type.Literal('text'), Type.Literal('number')])),
    value: Type.Optional(Value),
    min: Type.Optional(Type.Number()),
    max: Type.Optional(Type.Number()),
  },
  async ({ prompt, kind, value, min, max }, run) => {
    const given = value?.evaluate(run.scope) as string | number | null | undefined
    const answer = await run.host.prompt({
      title: run.text(prompt),
      ...(kind && { kind }),
      ...(given !== undefined && given !== null && { value: given }),
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
    })
    if (answer === null) run.stop()
    return answer
  },
  ({ kind }) => ({ result: kind === 'number' ? NUMBER : TEXT }),
)
