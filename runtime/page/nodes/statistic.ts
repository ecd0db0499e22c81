import { Type } from 'typebox'
import { ActionSchema, Quantity, SourceName, Template, Text, Value, withDefault } from '../../document/words'
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
    trend: Type.Optional({
      ...Value,
      description: 'Its last days, oldest first: a small line; null is a gap',
      examples: ['${data.overview.figures.water.trend}'],
    }),
    trendOpen: withDefault(
      Type.Boolean({ description: 'Its last day is not over: the way to it is dashed' }),
      false,
    ),
    trendText: Type.Optional({ ...Text, description: 'What the small line is of: Last 7 days' }),
    verdict: Type.Optional({
      ...Text,
      description: 'What the number means in a word, in the colour of its tone',
    }),
    text: Type.Optional({ ...Text, description: 'A line below it' }),
    tone: Type.Optional({
      ...Template,
      description: 'What the number means: success, warning, danger or muted; default: nothing',
      examples: ["${data.own.records > 0 ? 'warning' : ''}"],
    }),
    do: Type.Optional({ ...ActionSchema, description: 'What a press does: goes to its place' }),
  },
)
