import { Type } from 'typebox'
import { Condition, Text, Value, withDefault } from '../../document/words'
import { defineNode } from '../define'

/** Names and values side by side. */
export const node = defineNode(
  'descriptions',
  { title: { zh: '描述列表', zhtw: '描述列表', en: 'Descriptions' }, icon: 'OrderedList', group: 'data' },
  {
    title: Type.Optional(Text),
    columns: withDefault(Type.Integer({ minimum: 1, maximum: 4 }), 2),
    items: Type.Array(
      Type.Object(
        { label: Text, value: Value, visible: Type.Optional(Condition) },
        { additionalProperties: false },
      ),
    ),
  },
)
