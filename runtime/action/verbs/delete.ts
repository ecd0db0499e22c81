import { Type } from 'typebox'
import { Expression, ResourceName } from '../../document/words'
import { defineVerb } from '../define-verb'
import { callResult } from '../gives'
import { TOAST_MILLISECONDS } from '../toast'
import { callOf, keyOf, resourceOf } from './resource'

/**
 * Deletes the record `row` of a resource, or each of `rows`, one after another until one is refused; then fetches again
 * what carries the resource's tag, whatever was refused. `result` is the last answer.
 */
export const verb = defineVerb(
  'delete',
  'Deletes records of a resource; fetches again',
  {
    delete: ResourceName('delete'),
    rows: Type.Optional({ ...Expression, description: 'The record, or a list of them; default: row' }),
  },
  async (step, run) => {
    const { host, surface, scope, signal } = run
    const resource = await resourceOf(run, step.delete)
    const call = callOf(run, step.delete, resource, 'delete')
    const records = [step.rows ? step.rows.evaluate(scope) : scope.get('row')].flat()
    let result: Awaited<ReturnType<typeof host.call>> | undefined
    try {
      for (const record of records) {
        result = await host.call(call, { [resource.key]: keyOf(resource, record) }, { signal })
      }
      if (result) host.toast('success', result.msg, TOAST_MILLISECONDS)
    } finally {
      if (result) surface.invalidate([resource.tag])
    }
    return result
  },
  ({ delete: name }, { answerOf }) => ({ result: callResult(answerOf(name, 'delete')) }),
)
