import { Type } from 'typebox'
import { Expression, ResourceName } from '../../document/words'
import { defineVerb } from '../define-verb'
import { callResult } from '../gives'
import { callOf, keyOf, resourceOf } from './resource'

/** Milliseconds that a changed state is told (`spec/administration.md §9`). */
const STATE_TOAST = 1000

/** Enables the record `row` of a resource, or disables it; then fetches again what carries the resource's tag. */
export const verb = defineVerb(
  'toggle',
  'Enables a disabled record of a resource and disables an enabled one',
  {
    toggle: ResourceName('state'),
    row: Type.Optional({ ...Expression, description: 'The record; default: row' }),
  },
  async (step, run) => {
    const { host, surface, scope, signal } = run
    const resource = await resourceOf(run, step.toggle)
    const call = callOf(run, step.toggle, resource, 'state')
    const record = step.row ? step.row.evaluate(scope) : scope.get('row')
    const result = await host.call(call, { [resource.key]: keyOf(resource, record) }, { signal })
    host.toast('success', result.msg, STATE_TOAST)
    surface.invalidate([resource.tag])
    return result
  },
  ({ toggle }, { answerOf }) => ({ result: callResult(answerOf(toggle, 'state')) }),
)
