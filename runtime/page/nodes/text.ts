import { Type } from 'typebox'
import { IconName, Text, withDefault } from '../../document/words'
import { defineNode } from '../define'

export const node = defineNode(
  'text',
  { title: { zh: '文本', zhtw: '文字', en: 'Text' }, icon: 'Book', group: 'content' },
  {
    text: Text,
    kind: withDefault(Type.Enum(['title', 'subtitle', 'body', 'secondary', 'code', 'mark']), 'body'),
    icon: Type.Optional({ ...IconName, description: 'Stands before it' }),
  },
)
