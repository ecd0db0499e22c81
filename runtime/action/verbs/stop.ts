import { Type } from 'typebox'
import { defineVerb } from '../define-verb'

/** Ends the whole run without an error. */
export const verb = defineVerb('stop', 'Ends the action', { stop: Type.Literal(true) }, async (_step, run) =>
  run.stop(),
)
