import { Type } from 'typebox'
import { Input, ResourceName } from '../../document/words'
import { isRecord } from '../../json'
import { defineVerb } from '../define-verb'
import { callResult } from '../gives'
import { TOAST_MILLISECONDS } from '../toast'
import { actOf, sentOf } from './resource'

/**
 * Does to the record `row` of a resource what the resource names so (`notice.release`): what the call accepts of the
 * record goes with it, its key and the version that was seen above all. Shows the server's message and fetches again what carries the resource's tag. `result` is the answer.
 */
export const verb = defineVerb(
  'act',
  'Does an act of a resource to the record of the row; fetches again',
  {
    act: {
      ...ResourceName('act'),
      description: 'A resource and what is done to its record',
      examples: ['notice.release'],
    },
    with: Type.Optional({ ...Input, description: 'Members beside those of the record' }),
  },
  async (step, run) => {
    const { host, surface, scope, signal } = run
    const change = await actOf(run, step.act)
    const row = scope.get('row')
    const own = change.accepts.filter((name) => isRecord(row) && name in row)
    const input = {
      ...Object.fromEntries(own.map((name) => [name, (row as Readonly<Record<string, unknown>>)[name]])),
      ...sentOf(run, change, row, null),
      ...step.with?.evaluate(scope),
    }
    const result = await host.call(change.call, input, { signal })
    host.toast('success', result.msg, TOAST_MILLISECONDS)
    surface.invalidate([change.resource.tag])
    return result
  },
  ({ act }, { answerOf }) => ({ result: callResult(answerOf(act, 'act')) }),
)
