import { Template } from '../../document/words'
import { defineVerb } from '../define-verb'

/** Puts a text on the clipboard. */
export const verb = defineVerb(
  'copy',
  'Puts a text on the clipboard',
  { copy: Template },
  async ({ copy }, { host, scope }) => {
    await host.copy(copy.evaluate(scope))
  },
)
