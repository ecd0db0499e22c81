import { Template } from '../../document/words'
import { defineVerb } from '../define-verb'

/** Opens an address in a window of its own. */
export const verb = defineVerb(
  'openWindow',
  'Opens an address in a new window',
  { openWindow: Template },
  async ({ openWindow }, { host, scope }) => {
    host.openWindow(openWindow.evaluate(scope))
  },
)
