import { Type } from 'typebox'
import type { Computed } from '../../expression/computed'
import { filledIn, withShort, word } from '../word'
import { CellWidget, RowPath, Text, Value } from '../words'
import { Style } from './style'
import { Use } from './use'

export const Align = Type.Enum(['left', 'center', 'right'])

const words = {
  path: RowPath,
  label: Text,
  value: Type.Optional({ ...Value, description: 'What is shown, with `row`; default: the member' }),
  widget: Type.Optional({ ...CellWidget, description: 'How the value is shown; default: as text' }),
  settings: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'Settings of the widget' }),
  ),
  width: Type.Optional(Type.Integer({ minimum: 20, description: 'Pixels' })),
  align: Type.Optional(Align),
  fixed: Type.Optional(Type.Enum(['left', 'right'])),
  sortable: Type.Optional(Type.Boolean()),
  thousands: Type.Optional(Type.Boolean()),
  style: Type.Optional({ ...Style, description: 'How its cells look by condition, with row' }),
}

const fitting = {
  priority: Type.Optional(
    Type.Integer({
      minimum: -100,
      maximum: 100,
      description:
        'How long it stays where there is no room for all columns: the higher the longer, of equal ones the earlier; default: 0. What leaves stands below the row when that is opened',
    }),
  ),
}

/** Columns that are known only when the page is open. */
export const ColumnsFrom = word<Computed>('value', 'Columns that a place gives: ${page.fields}', {
  type: 'string',
  pattern: '^\\$\\{',
})

const closed = { additionalProperties: false }
const short = [Type.String({ description: 'Member of the resource: fullName' }), Use]

/** A column of a list (`design/language.md §1`); a resource's member by its name alone. */
export const Column = withShort(filledIn(Type.Object({ ...words, ...fitting }, closed), 'label'), ...short)

/** A column of a table, which scrolls where there is no room: none of them leaves. */
export const TableColumn = withShort(filledIn(Type.Object(words, closed), 'label'), ...short)
