import { Type } from 'typebox'
import type { PlanOf } from '../plan'
import { withShort } from '../word'
import { ActionSchema, Condition, IconName, Right, Text } from '../words'
import { Use } from './use'

/** The words of every button: of a page, a tool bar, a row, a tree's menu (`design/language.md §1`). */
export const buttonWords = {
  text: Text,
  icon: Type.Optional(IconName),
  code: Type.Optional({
    ...Right,
    description: 'Permission code: btn_add. Without one, anybody may press it',
  }),
  danger: Type.Optional(Type.Boolean({ description: 'Marks what cannot be undone' })),
  visible: Type.Optional(Condition),
  disabled: Type.Optional(Condition),
  reason: Type.Optional({ ...Text, description: 'Why it is disabled' }),
  do: ActionSchema,
}

/** Buttons that a resource gives: their text, icon, code, confirmation and action follow from it (`design/language.md §2`). */
export const STANDARD_BUTTONS = [
  'add',
  'edit',
  'copy',
  'delete',
  'state',
  'export',
  'import',
  'view',
  'print',
  'refresh',
  'expandAll',
  'collapseAll',
] as const
export type StandardButton = (typeof STANDARD_BUTTONS)[number]

/** A standard button by name, by name with parts of its own, or out of a fragment. */
export const SHORT_BUTTONS = [
  Type.Enum([...STANDARD_BUTTONS], { description: 'A standard button of the resource' }),
  Type.Object(
    {
      button: Type.Enum([...STANDARD_BUTTONS], { description: 'A standard button of the resource' }),
      confirm: Type.Optional({ ...Text, description: 'What it asks instead of its usual question' }),
      ...buttonWords,
      text: Type.Optional(Text),
      do: Type.Optional(ActionSchema),
    },
    { additionalProperties: false, description: 'A standard button with parts of its own' },
  ),
  Use,
]

export const Button = withShort(Type.Object(buttonWords, { additionalProperties: false }), ...SHORT_BUTTONS)

export type ButtonPlan = PlanOf<typeof Button>
