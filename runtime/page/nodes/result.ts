import { Type } from 'typebox'
import { NodeList, Text, withDefault } from '../../document/words'
import { defineNode } from '../define'

export const RESULTS = ['success', 'info', 'warning', 'error', 'forbidden', 'missing'] as const

/** What has come of something, in the middle of its place, with what can be done now. */
export const node = defineNode(
  'result',
  { title: { zh: '结果', zhtw: '結果', en: 'Result' }, icon: 'Check', group: 'content' },
  {
    kind: withDefault(Type.Enum([...RESULTS]), 'info'),
    title: Text,
    text: Type.Optional(Text),
    items: Type.Optional({ ...NodeList, description: 'What can be done now: buttons' }),
  },
)
