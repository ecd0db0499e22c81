import { Type } from 'typebox'
import { CallName, Input, Template } from '../../document/words'
import { defineVerb } from '../define-verb'
import { callResult } from '../gives'

/**
 * Calls the server. `result` becomes `{ data, msg }`; a refused call ends the list and its message is shown.
 * `loading` marks a further place (a row, a button) as loading while it runs.
 */
export const verb = defineVerb(
  'call',
  'Calls the server; the answer is result.data and result.msg',
  {
    call: CallName('do'),
    with: Type.Optional(Input),
    loading: Type.Optional({ ...Template, description: 'Name of a place that shows it is loading' }),
  },
  async (step, run) => {
    const { host, scope, signal } = run
    const input = step.with?.evaluate(scope) ?? {}
    const work = () => host.call(step.call.evaluate(scope), input, { signal })
    return step.loading === undefined ? work() : run.loading(step.loading.evaluate(scope), work)
  },
  ({ call }, { answer }) => ({ result: callResult(answer(call)) }),
)
