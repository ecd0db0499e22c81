import { Type } from 'typebox'
import { pause } from '../control'
import { defineVerb } from '../define-verb'

/** Waits; cancelling ends it at once. */
export const verb = defineVerb(
  'wait',
  'Waits',
  { wait: Type.Integer({ minimum: 0, maximum: 600_000, description: 'Milliseconds' }) },
  async ({ wait }, { signal }) => {
    await pause(wait, signal)
  },
)
