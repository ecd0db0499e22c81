import { Type } from 'typebox'
import { recordOf } from '../../document/given-values'
import { MOVED } from '../../document/list-scopes'
import { Button } from '../../document/parts/button'
import { Drag } from '../../document/parts/drag'
import { entryOf, listShape, memberOf, NUMBER } from '../../document/shape'
import {
  ActionSchema,
  CallName,
  Expression,
  Input,
  ResourceName,
  SourceName,
  StatePath,
  Text,
  Value,
  withDefault,
} from '../../document/words'
import { defineNode } from '../define'
import { forWords } from '../gives'

/** A tree to choose from. The chosen record stands in `selected`; the first is chosen when nothing is. */
export const node = defineNode(
  'tree',
  { title: { zh: '树', zhtw: '樹', en: 'Tree' }, icon: 'UserGroup', group: 'data' },
  {
    resource: Type.Optional(ResourceName('list')),
    source: SourceName,
    title: Type.Optional(Text),
    filter: withDefault(Type.Boolean({ description: 'A keyword box above the tree' }), false),
    selected: Type.Optional({ ...StatePath, description: 'State of the choice: page.category' }),
    first: withDefault(Type.Boolean({ description: 'Choose the first leaf at the start' }), false),
    expanded: withDefault(Type.Boolean({ description: 'Open at the start' }), true),
    key: withDefault(Type.String({ description: 'Member with the id' }), 'id'),
    label: withDefault(Type.String({ description: 'Member with the name' }), 'fullName'),
    checkable: withDefault(Type.Boolean({ description: 'Records can be ticked' }), false),
    checked: Type.Optional({
      ...StatePath,
      description: 'State of the ticked ones, a list of ids: page.ticked',
    }),
    half: withDefault(
      Type.Boolean({
        description:
          'A tick counts for all below, and one of which a part is ticked shows half; false: each by itself',
      }),
      true,
    ),
    children: Type.Optional(
      Type.Object(
        {
          call: CallName('read'),
          with: withDefault(Input, {}),
          map: Type.Optional({
            ...Value,
            description: 'What each of them becomes. Inside, row and index',
          }),
          leaf: Type.Optional({ ...Expression, description: 'Of a record that has none below: row.isLeaf' }),
        },
        {
          additionalProperties: false,
          description: 'Fetches what is below a record, which is `row`, when it is first opened',
          examples: [{ call: 'area.children', with: { id: '${row.id}' } }],
        },
      ),
    ),
    drag: Type.Optional(Drag),
    empty: withDefault(Text, '@page.empty'),
    menu: withDefault(Type.Array(Button), []),
    select: Type.Optional({ ...ActionSchema, description: 'Runs when a record is chosen, with `row`' }),
    name: Type.Optional(
      Type.String({ description: 'Name for emit: "categories" hears categories.expandAll' }),
    ),
  },
  {
    filled: ['source'],
    gives: ({ name, source, selected, checked, children }, { rowOf, answer }) => {
      const row = rowOf({ source })
      const list = memberOf(answer(recordOf(children)['call']), 'list')
      return {
        names: {
          ...forWords(['menu', 'select', 'children'], { row }),
          drag: { row, moved: MOVED },
          'children/map': { row: list ? entryOf(list) : 'open', index: NUMBER },
        },
        writes: [
          [selected, row],
          [checked, listShape('open')],
        ],
        hears: typeof name === 'string' ? [`${name}.expandAll`, `${name}.collapseAll`] : [],
      }
    },
  },
)
