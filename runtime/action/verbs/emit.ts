import { Type } from 'typebox'
import { Template, Value } from '../../document/words'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

/** Sends a named event to the page: a tree expands, a list collapses. */
export const verb: Verb = {
  name: 'emit',
  schema: stepSchema('Sends an event to a part of the page: "items.expandAll"', {
    emit: Template,
    with: Type.Optional(Value),
  }),
  async run(step, run) {
    run.surface.emit(String(run.interpolate(step['emit'])), run.interpolate(step['with']))
    return undefined
  },
}
