import { Type } from 'typebox'
import { ActionSchema } from '../../document/words'
import type { CallError } from '../../host'
import type { ActionDocument, Verb } from '../action'
import { isControl } from '../control'
import { stepSchema } from '../schema'

/** Runs an action; when it fails, `catch` runs with `error`, and the list goes on. `finally` runs in any case. */
export const verb: Verb = {
  name: 'try',
  schema: stepSchema('Runs an action and deals with its failure', {
    try: ActionSchema,
    catch: Type.Optional(ActionSchema),
    finally: Type.Optional(ActionSchema),
  }),
  async run(step, run) {
    try {
      return await run.run(step['try'] as ActionDocument)
    } catch (error) {
      if (isControl(error) || run.signal.aborted) throw error
      return step['catch'] === undefined
        ? undefined
        : await run.run(step['catch'] as ActionDocument, { error: errorNames(error) })
    } finally {
      if (step['finally'] !== undefined && !run.signal.aborted) {
        await run.run(step['finally'] as ActionDocument)
      }
    }
  },
}

/** What `catch` may know: the message, the wire's code, the fields at fault and the refusal's data, where there are any. */
function errorNames(error: unknown) {
  const { message, code, errors, data } = error as Partial<CallError>
  return { message: message ?? String(error), code: code ?? null, errors: errors ?? [], data: data ?? null }
}
