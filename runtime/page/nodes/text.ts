import { Type } from 'typebox'
import { Text } from '../../document/words'
import { defineNode } from '../define'

export const node = defineNode(
  'text',
  { zh: '文本', zhtw: '文字', en: 'Text' },
  { text: Text, kind: Type.Optional(Type.Enum(['title', 'body', 'secondary', 'code'])) },
)
