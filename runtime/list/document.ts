import { type Static, Type } from 'typebox'
import { ActionSchema, Expression, FieldSchema, Text } from '../document/words'

const closed = { additionalProperties: false }
const Align = Type.Enum(['left', 'center', 'right'])
const Path = Type.String({ minLength: 1, description: 'Member of the row: fullName' })

const Column = Type.Object(
  {
    path: Path,
    label: Text,
    widget: Type.Optional(
      Type.String({
        description: 'How the value is shown: a widget’s key, or tag, date, link; default: as text',
      }),
    ),
    settings: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Settings of the widget' }),
    ),
    width: Type.Optional(Type.Integer({ minimum: 20, description: 'Pixels' })),
    align: Type.Optional(Align),
    fixed: Type.Optional(Type.Enum(['left', 'right'])),
    sortable: Type.Optional(Type.Boolean()),
    thousands: Type.Optional(Type.Boolean()),
  },
  closed,
)

const Button = Type.Object(
  {
    text: Text,
    code: Type.Optional(
      Type.String({ description: 'Permission code: btn_add. Without one, anybody may press it' }),
    ),
    value: Type.Optional(Type.String({ description: 'Its name; default: the code without btn_' })),
    icon: Type.Optional(Type.String({ description: 'Name of an Arco icon without its prefix: Plus' })),
    do: ActionSchema,
    visible: Type.Optional(Expression),
    disabled: Type.Optional(Expression),
    danger: Type.Optional(Type.Boolean()),
    needsRows: Type.Optional(
      Type.Boolean({ description: 'Acts on ticked rows: of the toolbar, disabled until there is one' }),
    ),
  },
  closed,
)

const Search = Type.Object(
  {
    field: FieldSchema,
    operator: Type.Optional(Type.Enum(['equals', 'contains', 'between'])),
    multiple: Type.Optional(Type.Boolean()),
  },
  closed,
)

/** A list document (`schemas/lists/*.list.json`): what the language's JSON Schema and `npm run check` are made of. */
export const ListSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    columns: Type.Array(Column, { minItems: 1 }),
    headers: Type.Optional(
      Type.Array(
        Type.Object(
          { label: Text, align: Type.Optional(Align), columns: Type.Array(Path, { minItems: 1 }) },
          closed,
        ),
        { description: 'Headers over several columns' },
      ),
    ),
    search: Type.Optional(
      Type.Array(Search, { description: 'Search fields; their names are members of the source’s input' }),
    ),
    toolbar: Type.Optional(Type.Array(Button)),
    row: Type.Optional(Type.Array(Button)),
    paging: Type.Optional(
      Type.Union([
        Type.Boolean(),
        Type.Object(
          {
            pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
            sizes: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 10_000 }))),
          },
          closed,
        ),
      ]),
    ),
    sort: Type.Optional(Type.Object({ field: Path, order: Type.Enum(['asc', 'desc']) }, closed)),
    summary: Type.Optional(Type.Array(Path, { description: 'Columns summed under the table, two decimals' })),
    selection: Type.Optional(Type.Boolean({ description: 'Rows can be ticked; default: no' })),
    nested: Type.Optional(Type.Boolean({ description: 'Rows nest under "children"' })),
  },
  closed,
)

export type ListDocument = Static<typeof ListSchema>
/** The language’s own types are looser (`Text` and actions are `unknown` to TypeBox); these say what a checked document has. */
export type ButtonDocument = Static<typeof Button>
export type ColumnDocument = Static<typeof Column>
export type SearchDocument = Static<typeof Search>
