import { Type } from 'typebox'
import { SourceName } from '../../document/words'
import { defineVerb } from '../define-verb'

/** Fetches sources again. */
export const verb = defineVerb(
  'reload',
  'Fetches sources again',
  { reload: Type.Union([SourceName, Type.Array(SourceName)]) },
  async ({ reload }, { surface }) => {
    await surface.reload([reload].flat())
  },
)
