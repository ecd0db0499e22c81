import { Type } from 'typebox'
import { Expression, NodeSchema, Text } from '../../document/words'
import { defineNode } from '../define'

/** Panes behind tabs; a pane is drawn when it is first opened. */
export const node = defineNode(
  'tabs',
  { title: { zh: '标签页', zhtw: '標籤頁', en: 'Tabs' }, icon: 'Folder', group: 'layout' },
  {
    items: Type.Array(
      Type.Object(
        { title: Text, body: NodeSchema, visible: Type.Optional(Expression) },
        { additionalProperties: false },
      ),
    ),
  },
)
