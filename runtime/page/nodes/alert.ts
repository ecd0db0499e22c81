import { Type } from 'typebox'
import { Text } from '../../document/words'
import { defineNode } from '../define'

export const node = defineNode(
  'alert',
  { zh: '提示', zhtw: '提示', en: 'Alert' },
  {
    text: Text,
    title: Type.Optional(Text),
    kind: Type.Optional(Type.Enum(['info', 'success', 'warning', 'error'])),
  },
)
