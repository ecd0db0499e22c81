import { Type } from 'typebox'
import type { PlanOf } from '../plan'
import { Condition } from '../words'

/** What a colour says; the theme gives it, in light and dark. */
export const TONES = ['primary', 'success', 'warning', 'danger', 'muted'] as const

/** How a row or a cell looks by condition: the first entry that holds (`design/language.md §5`). */
export const Style = Type.Array(
  Type.Object(
    {
      when: { ...Condition, description: 'The row that looks so', examples: ['row.enabledMark == 0'] },
      tone: Type.Optional(
        Type.Enum([...TONES], { description: 'What its colour says', examples: ['warning'] }),
      ),
      strong: Type.Optional(Type.Boolean({ description: 'Its words are bold' })),
    },
    { additionalProperties: false },
  ),
  {
    minItems: 1,
    description: 'How it looks by condition, with row; the first entry that holds',
    examples: [[{ when: 'row.enabledMark == 0', tone: 'muted' }]],
  },
)

export type StylePlan = PlanOf<typeof Style>
