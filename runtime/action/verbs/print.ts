import { Type } from 'typebox'
import { defineVerb } from '../define-verb'

/** Prints what the page shows: its own part of the screen, without menus and buttons. */
export const verb = defineVerb(
  'print',
  'Prints what the page shows',
  { print: Type.Literal(true, { description: 'true: the page', examples: [true] }) },
  async (_step, { host }) => host.print(),
)
