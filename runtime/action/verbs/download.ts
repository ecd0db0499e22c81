import { Type } from 'typebox'
import { Template } from '../../document/words'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

/** Saves what an address serves, under a name. */
export const verb: Verb = {
  name: 'download',
  schema: stepSchema('Saves what an address serves', {
    download: Template,
    name: Type.Optional(Template),
  }),
  async run(step, run) {
    const name = run.interpolate(step['name'])
    await run.host.download(
      String(run.interpolate(step['download'])),
      name === undefined || name === null ? undefined : String(name),
    )
    return undefined
  },
}
