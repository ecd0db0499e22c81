import { Type } from 'typebox'
import { NodeList, NodeSchema, SourceName, Text } from '../../document/words'
import { defineNode } from '../define'

export const node = defineNode(
  'card',
  { title: { zh: '卡片', zhtw: '卡片', en: 'Card' }, icon: 'Folder', group: 'layout' },
  {
    title: Type.Optional(Text),
    source: Type.Optional({
      ...SourceName,
      description: 'Source its body is made of: waits and fails with it',
    }),
    extra: Type.Optional(NodeList),
    body: NodeSchema,
  },
)
