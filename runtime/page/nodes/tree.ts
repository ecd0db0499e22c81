import { Type } from 'typebox'
import { ActionSchema, SourceName, Text } from '../../document/words'
import { defineNode, MenuEntry } from '../define'

/** A tree to choose from. The chosen record stands in `selected`; the first is chosen when nothing is. */
export const node = defineNode(
  'tree',
  { zh: '树', zhtw: '樹', en: 'Tree' },
  {
    source: SourceName,
    title: Type.Optional(Text),
    filter: Type.Optional(Type.Boolean({ description: 'A keyword box above the tree' })),
    selected: Type.Optional(
      Type.String({ pattern: '^page\\.', description: 'State of the choice: page.category' }),
    ),
    first: Type.Optional(Type.Boolean({ description: 'Choose the first leaf at the start' })),
    expanded: Type.Optional(Type.Boolean({ description: 'Open at the start; default true' })),
    key: Type.Optional(Type.String({ description: 'Member with the id; default: id' })),
    label: Type.Optional(Type.String({ description: 'Member with the name; default: fullName' })),
    menu: Type.Optional(Type.Array(MenuEntry)),
    select: Type.Optional(ActionSchema),
    name: Type.Optional(
      Type.String({ description: 'Name for emit: "categories" hears categories.expandAll' }),
    ),
  },
)
