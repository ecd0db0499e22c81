import { Type } from 'typebox'
import { Tag } from '../../document/words'
import { defineVerb } from '../define-verb'

/** Drops cached answers that carry a tag; what is on the screen with it is fetched again. */
export const verb = defineVerb(
  'invalidate',
  'Drops cached answers by tag',
  { invalidate: Type.Union([Tag, Type.Array(Tag)]) },
  async ({ invalidate }, { surface }) => {
    surface.invalidate([invalidate].flat())
  },
)
