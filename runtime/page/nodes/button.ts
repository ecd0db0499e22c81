import { Type } from 'typebox'
import { ActionSchema, Expression, Text } from '../../document/words'
import { defineNode } from '../define'

/** Loads while its action runs and refuses a second click meanwhile. */
export const node = defineNode(
  'button',
  { zh: '按钮', zhtw: '按鈕', en: 'Button' },
  {
    text: Text,
    do: ActionSchema,
    kind: Type.Optional(Type.Enum(['primary', 'default', 'text'])),
    icon: Type.Optional(Type.String({ description: 'Name of an Arco icon without its prefix: Plus' })),
    danger: Type.Optional(Type.Boolean()),
    disabled: Type.Optional(Expression),
    reason: Type.Optional(Text),
    permission: Type.Optional(Type.String({ description: 'Permission code: btn_add' })),
  },
)
