import { Template } from '../../document/words'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

/** Opens an address in a window of its own. */
export const verb: Verb = {
  name: 'openWindow',
  schema: stepSchema('Opens an address in a new window', { openWindow: Template }),
  async run(step, run) {
    run.host.openWindow(String(run.interpolate(step['openWindow'])))
    return undefined
  },
}
