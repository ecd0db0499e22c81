import { Type } from 'typebox'
import { Text } from '../../document/words'
import { defineVerb } from '../define-verb'

/** Asks yes or no; a no ends the run without an error. */
export const verb = defineVerb(
  'confirm',
  'Asks yes or no; a no ends the action',
  {
    confirm: Text,
    title: Type.Optional(Text),
    danger: Type.Optional(Type.Boolean({ description: 'Marks what cannot be undone' })),
  },
  async ({ confirm, title, danger = false }, run) => {
    const yes = await run.host.confirm({
      text: run.text(confirm),
      ...(title && { title: run.text(title) }),
      danger,
    })
    if (!yes) run.stop()
  },
)
