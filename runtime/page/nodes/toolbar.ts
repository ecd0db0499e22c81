import { Type } from 'typebox'
import { NodeList, Text } from '../../document/words'
import { defineNode } from '../define'

/** A title at the left, tools at the right. */
export const node = defineNode(
  'toolbar',
  { title: { zh: '工具栏', zhtw: '工具列', en: 'Tool bar' }, icon: 'Tool', group: 'act' },
  { title: Type.Optional(Text), items: NodeList },
)
