import { Type } from 'typebox'
import { EventName, Value } from '../../document/words'
import { defineVerb } from '../define-verb'

/** Sends a named event to the page: a tree expands, a list collapses. */
export const verb = defineVerb(
  'emit',
  'Sends an event to a part of the page: "items.expandAll"',
  { emit: EventName, with: Type.Optional(Value) },
  async (step, { surface, scope }) => {
    surface.emit(step.emit.evaluate(scope), step.with?.evaluate(scope))
  },
)
