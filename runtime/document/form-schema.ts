import { type TProperties, Type } from 'typebox'
import { Expression, FieldSchema, Pattern, Text, Value } from './words'

const closed = { additionalProperties: false }

/** Words of every field beside its widget's settings. */
export const fieldWords: TProperties = {
  name: Type.Optional(
    Type.String({ pattern: '^[\\p{L}_][\\p{L}\\p{N}_]*$', description: 'Key in the record' }),
  ),
  label: Type.Optional(Text),
  showLabel: Type.Optional(Type.Boolean()),
  labelWidth: Type.Optional(Type.Integer({ minimum: 0, description: 'Pixels' })),
  tip: Type.Optional(Text),
  placeholder: Type.Optional(Text),
  span: Type.Optional(Type.Integer({ minimum: 1, maximum: 24, description: 'Columns of 24' })),
  columnWidth: Type.Optional(
    Type.Integer({ minimum: 20, description: 'Pixels, as a column of a sub-table' }),
  ),
  default: Type.Optional(Value),
  required: Type.Optional(Expression),
  requiredMessage: Type.Optional(Text),
  visible: Type.Optional(Expression),
  disabled: Type.Optional(Expression),
  readonly: Type.Optional(Expression),
  patterns: Type.Optional(Type.Array(Pattern)),
  unique: Type.Optional(Type.Boolean({ description: 'No two records may share it' })),
  stored: Type.Optional(Type.Boolean({ description: 'False: only shown' })),
}

/** A tab, a section of a collapse, a row or cell of a grid: a title and what is in it. */
const Pane = Type.Object({
  title: Type.Optional(Text),
  name: Type.Optional(Type.String()),
  visible: Type.Optional(Expression),
  fields: Type.Optional(Type.Array(FieldSchema)),
  panes: Type.Optional(Type.Array(Type.Unknown(), { description: 'Cells of a row of a grid' })),
})

/** Words of kinds of widget. */
export const kindWords: Readonly<Record<'field' | 'display' | 'layout' | 'table', TProperties>> = {
  field: { formula: Type.Optional(Expression) },
  display: {},
  layout: {
    title: Type.Optional(Text),
    fields: Type.Optional(Type.Array(FieldSchema)),
    panes: Type.Optional(Type.Array(Pane)),
  },
  table: {
    columns: Type.Optional(Type.Array(FieldSchema)),
  },
}

export const FormSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    title: Type.Optional(Text),
    layout: Type.Optional(
      Type.Object(
        {
          size: Type.Optional(Type.Enum(['mini', 'small', 'default', 'large'])),
          labelPosition: Type.Optional(Type.Enum(['left', 'right', 'top'])),
          labelWidth: Type.Optional(Type.Integer({ minimum: 0, description: 'Pixels' })),
          gutter: Type.Optional(Type.Integer({ minimum: 0, description: 'Pixels between columns' })),
          disabled: Type.Optional(Type.Boolean()),
          popup: Type.Optional(Type.Enum(['general', 'fullScreen', 'drawer'])),
        },
        closed,
      ),
    ),
    fields: Type.Array(FieldSchema),
  },
  closed,
)
