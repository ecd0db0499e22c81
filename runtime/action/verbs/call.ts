import { Type } from 'typebox'
import { CallName, Input, Template } from '../../document/words'
import { newId } from '../../id'
import { defineVerb } from '../define-verb'
import { callResult } from '../gives'

/**
 * Calls the server. `result` becomes `{ data, msg }`; a refused call ends the list and its message is shown.
 * `once` names the member by which the server knows an act again: it is given an id of its own.
 * `loading` marks a further place (a row, a button) as loading while it runs.
 */
export const verb = defineVerb(
  'call',
  'Calls the server; the answer is result.data and result.msg',
  {
    call: CallName('do'),
    with: Type.Optional(Input),
    once: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Member that is given a new id of this act, by which the server knows it again',
        examples: ['commandId'],
      }),
    ),
    loading: Type.Optional({ ...Template, description: 'Name of a place that shows it is loading' }),
  },
  async (step, run) => {
    const { host, scope, signal } = run
    const own = step.once === undefined ? {} : { [step.once]: newId(host.now()) }
    const input = { ...step.with?.evaluate(scope), ...own }
    const work = () => host.call(step.call.evaluate(scope), input, { signal })
    return step.loading === undefined ? work() : run.loading(step.loading.evaluate(scope), work)
  },
  ({ call }, { answer }) => ({ result: callResult(answer(call)) }),
)
