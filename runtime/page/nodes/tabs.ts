import { Type } from 'typebox'
import { Expression, NodeSchema, Text } from '../../document/words'
import { defineNode } from '../define'

/** Panes behind tabs; a pane is drawn when it is first opened. */
export const node = defineNode(
  'tabs',
  { zh: '标签页', zhtw: '標籤頁', en: 'Tabs' },
  {
    items: Type.Array(
      Type.Object(
        { title: Text, body: NodeSchema, visible: Type.Optional(Expression) },
        { additionalProperties: false },
      ),
    ),
  },
)
