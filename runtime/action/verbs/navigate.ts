import { Type } from 'typebox'
import { Template } from '../../document/words'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

/** Goes to another page of the product. */
export const verb: Verb = {
  name: 'navigate',
  schema: stepSchema('Goes to another page: /system/dictionary', {
    navigate: Template,
    replace: Type.Optional(Type.Boolean({ description: 'Without an entry in the history' })),
  }),
  async run(step, run) {
    run.host.navigate(String(run.interpolate(step['navigate'])), { replace: step['replace'] === true })
    return undefined
  },
}
