import { Type } from 'typebox'
import { ActionSchema, Text, withDefault } from '../../document/words'
import { isControl } from '../control'
import { defineVerb } from '../define-verb'
import { TOAST_MILLISECONDS } from '../toast'

/**
 * Tells what was done, beside a button that takes it back while it stands there; pressed, it runs the steps with the names
 * of now. The steps after it do not wait. It outlives the page.
 */
export const verb = defineVerb(
  'undo',
  'Tells what was done, with a button that takes it back',
  {
    undo: ActionSchema,
    text: { ...Text, description: 'What was done' },
    for: withDefault(
      Type.Integer({
        minimum: 1000,
        maximum: 60_000,
        description: 'Milliseconds in which it can be taken back',
      }),
      10_000,
    ),
  },
  async (step, run) => {
    const { host } = run
    const text = run.text(step.text)
    if (!host.offerUndo) {
      host.toast('success', text)
      return undefined
    }
    const names = run.kept()
    void host.offerUndo(text, step.for).then(async (isWanted) => {
      if (!isWanted) return
      try {
        await names.run(step.undo)
      } catch (error) {
        if (isControl(error)) return
        const message = error instanceof Error && error.message ? error.message : host.text('@action.failed')
        host.toast('error', message, TOAST_MILLISECONDS)
      }
    })
    return undefined
  },
)
