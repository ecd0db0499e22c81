import { Type } from 'typebox'
import { ActionSchema, IconName, Template, Text, Value } from '../../document/words'
import { defineNode } from '../define'

/** One thing of a list in a line: what it is, its number, how far it is; it leads to its place. */
export const node = defineNode(
  'item',
  { title: { zh: '条目', zhtw: '條目', en: 'Item' }, icon: 'Menu', group: 'data' },
  {
    title: Text,
    icon: Type.Optional({ ...IconName, description: 'Stands before it' }),
    value: Type.Optional({ ...Value, description: 'Its number, at the end of the line' }),
    unit: Type.Optional(Text),
    text: Type.Optional({ ...Text, description: 'A line below the title' }),
    tone: Type.Optional({
      ...Template,
      description: 'What its number means: success, warning, danger or muted; default: nothing',
      examples: ["${row.isStale ? 'muted' : ''}"],
    }),
    progress: Type.Optional({
      ...Value,
      description: 'How far it is, in per cent: a bar below the line; null: none',
    }),
    do: Type.Optional({ ...ActionSchema, description: 'What a press does: goes to its place' }),
  },
)
