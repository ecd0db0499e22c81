import { Type } from 'typebox'
import { ActionSchema, Expression, FieldSchema, Text, Value } from './words'

const closed = { additionalProperties: false }

const Button = Type.Object(
  {
    value: Type.Optional(Type.String({ description: 'add, edit, remove, detail or a name of its own' })),
    name: Type.Optional(Type.String()),
    label: Type.Optional(Text),
    text: Type.Optional(Text),
    icon: Type.Optional(Type.String({ description: 'Name of an Arco icon without its prefix: Plus' })),
    code: Type.Optional(Type.String({ description: 'Permission code: btn_add' })),
    do: Type.Optional(ActionSchema),
    visible: Type.Optional(Expression),
    disabled: Type.Optional(Expression),
    danger: Type.Optional(Type.Boolean()),
  },
  closed,
)

const Column = Type.Object(
  {
    path: Type.Optional(Type.String({ description: 'Member of the row: fullName' })),
    name: Type.Optional(Type.String()),
    label: Type.Optional(Text),
    width: Type.Optional(Type.Integer({ minimum: 20, description: 'Pixels' })),
    align: Type.Optional(Type.Enum(['left', 'center', 'right'])),
    fixed: Type.Optional(Type.Enum(['left', 'right'])),
    sortable: Type.Optional(Type.Boolean()),
    thousands: Type.Optional(Type.Boolean()),
    widget: Type.Optional(Type.String({ description: 'How the value is shown: tag, date-picker …' })),
    settings: Type.Optional(Type.Record(Type.String(), Value)),
    options: Type.Optional(Type.Unknown()),
  },
  closed,
)

export const ListSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    title: Type.Optional(Text),
    source: Type.Optional(Type.String()),
    form: Type.Optional(Type.Unsafe({ loam: 'form', type: 'string' })),
    search: Type.Optional(Type.Array(FieldSchema)),
    keyword: Type.Optional(Type.Unknown()),
    columns: Type.Array(Column),
    headers: Type.Optional(Type.Array(Type.Unknown())),
    toolbar: Type.Optional(Type.Array(Button)),
    row: Type.Optional(Type.Array(Button)),
    paging: Type.Optional(Type.Unknown()),
    sort: Type.Optional(Type.Unknown()),
    summary: Type.Optional(Type.Array(Type.String())),
    selection: Type.Optional(Type.Boolean()),
    nested: Type.Optional(Type.Boolean({ description: 'Rows nest under "children"' })),
    tree: Type.Optional(Type.Unknown()),
    permissions: Type.Optional(Type.Unknown()),
  },
  closed,
)
