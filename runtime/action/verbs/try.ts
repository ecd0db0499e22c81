import { Type } from 'typebox'
import { listShape, membersShape, NUMBER, TEXT } from '../../document/shape'
import { ActionSchema } from '../../document/words'
import type { CallError } from '../../host'
import { isControl } from '../control'
import { defineVerb } from '../define-verb'
import { resultOfAny } from '../gives'

/** What `catch` knows of the failure: the wire's code and message, the fields at fault, the data of the refusal. */
const ERROR = membersShape([
  ['message', TEXT],
  ['code', NUMBER],
  ['errors', listShape(membersShape(['path', 'message'].map((name) => [name, TEXT])))],
  ['data', 'open'],
])

/** Runs an action; when it fails, `catch` runs with `error`, and the list goes on. `finally` runs in any case. */
export const verb = defineVerb(
  'try',
  'Runs an action and deals with its failure',
  { try: ActionSchema, catch: Type.Optional(ActionSchema), finally: Type.Optional(ActionSchema) },
  async (step, run) => {
    try {
      return await run.run(step.try)
    } catch (error) {
      if (isControl(error) || run.signal.aborted) throw error
      return step.catch && (await run.run(step.catch, { error: errorNames(error) }))
    } finally {
      if (step.finally && !run.signal.aborted) await run.run(step.finally)
    }
  },
  ({ try: tried, catch: caught }, { resultOf }) => ({
    result: resultOfAny([tried, caught], resultOf),
    names: { catch: { error: ERROR } },
  }),
)

/** What `catch` may know: the message, the wire's code, the fields at fault and the refusal's data, where there are any. */
function errorNames(error: unknown) {
  const { message, code, errors, data } = error as Partial<CallError>
  return { message: message ?? String(error), code: code ?? null, errors: errors ?? [], data: data ?? null }
}
