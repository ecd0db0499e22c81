import { Type } from 'typebox'
import { Text } from '../../document/words'
import type { Text as TextValue } from '../../text'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

/** Asks yes or no; a no ends the run without an error. */
export const verb: Verb = {
  name: 'confirm',
  schema: stepSchema('Asks yes or no; a no ends the action', {
    confirm: Text,
    title: Type.Optional(Text),
    danger: Type.Optional(Type.Boolean({ description: 'Marks what cannot be undone' })),
  }),
  async run(step, run) {
    const say = (text: unknown) => run.host.text(run.interpolate<TextValue>(text))
    const yes = await run.host.confirm({
      text: say(step['confirm']),
      ...(step['title'] === undefined ? {} : { title: say(step['title']) }),
      danger: step['danger'] === true,
    })
    if (!yes) run.stop()
    return undefined
  },
}
