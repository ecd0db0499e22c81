import { Type } from 'typebox'
import { Text, Value } from '../../document/words'
import type { Text as TextValue } from '../../text'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

/** Asks for a text or a number, which becomes `result`; cancelling ends the run. */
export const verb: Verb = {
  name: 'prompt',
  schema: stepSchema('Asks for a value, which becomes result', {
    prompt: Text,
    kind: Type.Optional(Type.Union([Type.Literal('text'), Type.Literal('number')])),
    value: Type.Optional(Value),
    min: Type.Optional(Type.Number()),
    max: Type.Optional(Type.Number()),
  }),
  async run(step, run) {
    const { kind, min, max } = step as { kind?: 'text' | 'number'; min?: number; max?: number }
    const value = run.interpolate<string | number | null | undefined>(step['value'])
    const answer = await run.host.prompt({
      title: run.host.text(run.interpolate<TextValue>(step['prompt'])),
      ...(kind ? { kind } : {}),
      ...(value === undefined || value === null ? {} : { value }),
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
    })
    if (answer === null) run.stop()
    return answer
  },
}
