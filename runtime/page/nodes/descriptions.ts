import { Type } from 'typebox'
import { Text, Value } from '../../document/words'
import { defineNode } from '../define'

/** Names and values side by side. */
export const node = defineNode(
  'descriptions',
  { zh: '描述列表', zhtw: '描述列表', en: 'Descriptions' },
  {
    title: Type.Optional(Text),
    columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 4, description: 'Default 2' })),
    items: Type.Array(Type.Object({ label: Text, value: Value }, { additionalProperties: false })),
  },
)
