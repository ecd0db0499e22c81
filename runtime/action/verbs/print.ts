import { Type } from 'typebox'
import { DialogName, Input } from '../../document/words'
import { defineVerb } from '../define-verb'

/**
 * Prints what the page shows: its own part of the screen, without menus and buttons. With a dialog's name that dialog opens
 * as a preview, whose button prints it alone.
 */
export const verb = defineVerb(
  'print',
  'Prints what the page shows, or a dialog of it',
  {
    print: Type.Union([Type.Literal(true), DialogName], {
      description: 'true: the page; or a dialog, which opens to be looked at and is printed alone',
      examples: [true, 'view'],
    }),
    with: Type.Optional({ ...Input, description: 'Names the dialog sees: { "row": "${row}" }' }),
  },
  async ({ print, with: names }, { host, surface, scope }) => {
    if (print === true) return host.print()
    void surface.open(print.evaluate(scope), names?.evaluate(scope) ?? {}, { isPrinted: true })
    return undefined
  },
  ({ print, with: given }) => (print === true ? {} : { opens: { dialog: print, with: given } }),
)
