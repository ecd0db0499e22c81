import { Template } from '../../document/words'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

/** Puts a text on the clipboard. */
export const verb: Verb = {
  name: 'copy',
  schema: stepSchema('Puts a text on the clipboard', { copy: Template }),
  async run(step, run) {
    await run.host.copy(String(run.interpolate(step['copy']) ?? ''))
    return undefined
  },
}
