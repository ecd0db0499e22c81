import { Type } from 'typebox'
import { Button } from '../../document/parts/button'
import { ColumnsFrom, TableColumn } from '../../document/parts/column'
import { ResourceName, Rows, SourceName, Text, withDefault } from '../../document/words'
import { defineNode } from '../define'
import { forWords } from '../gives'

/** Rows of a source, or `rows` themselves, as they are; for search, sort and paging take `list`. */
export const node = defineNode(
  'table',
  { title: { zh: '表格', zhtw: '表格', en: 'Table' }, icon: 'List', group: 'data' },
  {
    resource: Type.Optional(ResourceName('list')),
    source: Type.Optional(SourceName),
    rows: Type.Optional(Rows),
    columns: Type.Union([Type.Array(TableColumn), ColumnsFrom], {
      description: 'Its columns in order; or a place that gives them',
    }),
    key: withDefault(Type.String({ description: 'Member with the id' }), 'id'),
    row: withDefault(Type.Array(Button), []),
    nested: withDefault(Type.Boolean({ description: 'Rows nest under "children"' }), false),
    empty: withDefault(Text, '@page.empty'),
  },
  {
    gives: (words, { rowOf }) => ({ names: forWords(['columns', 'row'], { row: rowOf(words) }) }),
  },
)
