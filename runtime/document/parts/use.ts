import { Type } from 'typebox'
import { NodeSchema } from '../words'

const words = {
  use: Type.String({
    description: 'A file below schemas/fragments without its ending',
    examples: ['state'],
  }),
  with: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Parameters of the fragment',
      examples: [{ width: 110 }],
    }),
  ),
}

const described = { additionalProperties: false, description: 'A fragment' }

/** What a fragment gives, put in at this place (`design/language.md §2`). */
export const Use = Type.Object(words, described)

/** The same where nodes stand in what it gives: its slots are filled. */
export const FramedUse = Type.Object(
  {
    ...words,
    slots: Type.Optional(
      Type.Record(Type.String(), NodeSchema, {
        description: 'What stands in the slots of the fragment, by their names',
        examples: [{ main: { node: 'text', text: '@common.name' } }],
      }),
    ),
  },
  described,
)
