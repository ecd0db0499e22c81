import { Type } from 'typebox'
import { CallName, Value } from '../../document/words'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

/**
 * Calls the server. `result` becomes `{ data, msg }`; a refused call ends the list and its message is shown.
 * `loading` marks a further place (a row, a button) as loading while it runs.
 */
export const verb: Verb = {
  name: 'call',
  schema: stepSchema('Calls the server; the answer is result.data and result.msg', {
    call: CallName,
    with: Type.Optional(Value),
    loading: Type.Optional(Type.String({ description: 'Name of a place that shows it is loading' })),
  }),
  async run(step, run) {
    const input = run.interpolate<Readonly<Record<string, unknown>> | null>(step['with'] ?? {})
    const work = () =>
      run.host.call(run.interpolate<string>(step['call']), input ?? {}, { signal: run.signal })
    const place = step['loading']
    return place === undefined ? work() : run.loading(String(run.interpolate(place)), work)
  },
}
