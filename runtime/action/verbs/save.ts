import { Type } from 'typebox'
import { Input, ResourceName } from '../../document/words'
import type { ActionRun } from '../action'
import { defineVerb } from '../define-verb'
import { callResult } from '../gives'
import { TOAST_MILLISECONDS } from '../toast'
import { actOf, type Change, callOf, keyOf, resourceOf, sentOf } from './resource'

/**
 * Saves the form around as the record `row` of a resource, or as a new one where there is none, or with an act of the
 * resource (`deviceAlarm.ack`): the form's own members that the call accepts, and the version that was read. Shows the
 * server's message, closes the dialog around and fetches again what carries the resource's tag. `result` is the answer.
 * A refusal is shown as of any call: on its fields, or beside what somebody else has saved in the meantime.
 */
export const verb = defineVerb(
  'save',
  'Saves the form as a record of a resource; closes and fetches again',
  {
    save: ResourceName('save'),
    with: Type.Optional({ ...Input, description: 'Members beside those of the form' }),
  },
  async (step, run) => {
    const { host, surface, scope, signal } = run
    const row = scope.get('row')
    const change = await (step.save.includes('.') ? actOf(run, step.save) : saving(run, step.save, row))
    const input = {
      ...sentOf(run, change, row, surface.filled?.() ?? null),
      ...step.with?.evaluate(scope),
    }
    const result = await host.call(change.call, input, { signal })
    host.toast('success', result.msg, TOAST_MILLISECONDS)
    surface.close()
    surface.invalidate([change.resource.tag])
    return result
  },
  ({ save }, { answerOf }) => ({ result: callResult(answerOf(save, 'save')) }),
)

/** The call that stores a record: that of a new one where it has no key. */
async function saving(run: ActionRun, name: string, row: unknown): Promise<Change> {
  const resource = await resourceOf(run, name)
  // Of what there is once there is no key, and nothing to make.
  const isNew = keyOf(resource, row) === null && resource.calls.create !== undefined
  const act = isNew ? 'create' : 'update'
  const accepts = isNew ? resource.accepts.create : [...resource.accepts.update, resource.key]
  return { resource, call: callOf(run, name, resource, act), accepts }
}
