import { Type } from 'typebox'
import { SourceName } from '../../document/words'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

/** Fetches sources again. */
export const verb: Verb = {
  name: 'reload',
  schema: stepSchema('Fetches sources again', {
    reload: Type.Union([SourceName, Type.Array(SourceName)]),
  }),
  async run(step, run) {
    await run.surface.reload([run.interpolate<string | string[]>(step['reload'])].flat())
    return undefined
  },
}
