import { Type } from 'typebox'
import { SourceName, Text, Value } from '../../document/words'
import { Column, defineNode, MenuEntry } from '../define'

/** Rows of a source, or `rows` themselves, as they are; for search, sort and paging take `list`. */
export const node = defineNode(
  'table',
  { zh: '表格', zhtw: '表格', en: 'Table' },
  {
    source: Type.Optional(SourceName),
    rows: Type.Optional(Value),
    columns: Type.Array(Column),
    key: Type.Optional(Type.String({ description: 'Member with the id; default: id' })),
    row: Type.Optional(Type.Array(MenuEntry)),
    nested: Type.Optional(Type.Boolean({ description: 'Rows nest under "children"' })),
    empty: Type.Optional(Text),
  },
)
