import { Type } from 'typebox'
import { ActionSchema, Quantity, SourceName, Template, Text, withDefault } from '../../document/words'
import { defineNode } from '../define'

/** One number that counts, with its unit and how it changed; it leads to its place. */
export const node = defineNode(
  'statistic',
  { title: { zh: '统计数值', zhtw: '統計數值', en: 'Statistic' }, icon: 'Dashboard', group: 'data' },
  {
    title: Text,
    value: Quantity,
    source: Type.Optional({ ...SourceName, description: 'Source it is made of: waits and fails with it' }),
    unit: Type.Optional(Text),
    decimals: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 6, description: 'Digits after the point; default: as it has' }),
    ),
    thousands: withDefault(Type.Boolean({ description: 'Digits stand in groups of three' }), true),
    change: Type.Optional({ ...Quantity, description: 'By how much it changed: an arrow and the number' }),
    better: Type.Optional(
      Type.Enum(['up', 'down'], { description: 'Which way is good: green, the other red; default: neither' }),
    ),
    text: Type.Optional({ ...Text, description: 'A line below it' }),
    tone: Type.Optional({
      ...Template,
      description: 'What the number means: success, warning, danger or muted; default: nothing',
      examples: ["${data.own.records > 0 ? 'warning' : ''}"],
    }),
    do: Type.Optional({ ...ActionSchema, description: 'What a press does: goes to its place' }),
  },
)
