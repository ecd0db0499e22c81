import { Type } from 'typebox'
import { Text, withDefault } from '../../document/words'
import { defineNode } from '../define'

export const node = defineNode(
  'alert',
  { title: { zh: '提示', zhtw: '提示', en: 'Alert' }, icon: 'InfoCircle', group: 'content' },
  {
    text: Text,
    title: Type.Optional(Text),
    kind: withDefault(Type.Enum(['info', 'success', 'warning', 'error']), 'info'),
  },
)
