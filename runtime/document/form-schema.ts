import { type TProperties, Type } from 'typebox'
import { Condition, Expression, FieldSchema, Pattern, ResourceName, Text, Value } from './words'

const closed = { additionalProperties: false }

/** Words of whatever stands in a form. */
const placeWords: TProperties = {
  label: Type.Optional(Text),
  span: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 24,
      description:
        'Columns of 24; a form none of whose fields says it lays itself out in one to three columns',
      examples: [12],
    }),
  ),
  visible: Type.Optional(Condition),
}

const Name = Type.Optional(
  Type.String({
    pattern: '^[\\p{L}_][\\p{L}\\p{N}_]*(\\.[\\p{L}_][\\p{L}\\p{N}_]*)*$',
    description: 'Key in the record, or with dots a member of an object in it: dataConfigJson.sql',
    examples: ['fullName', 'dataConfigJson.sql'],
  }),
)

/** Words of every field beside its widget's settings. */
export const fieldWords: TProperties = {
  name: Name,
  ...placeWords,
  showLabel: Type.Optional(Type.Boolean()),
  labelWidth: Type.Optional(Type.Integer({ minimum: 0, description: 'Pixels' })),
  tip: Type.Optional(Text),
  placeholder: Type.Optional(Text),
  columnWidth: Type.Optional(
    Type.Integer({ minimum: 20, description: 'Pixels, as a column of a sub-table' }),
  ),
  default: Type.Optional(Value),
  required: Type.Optional(Condition),
  requiredMessage: Type.Optional(Text),
  disabled: Type.Optional(Condition),
  readonly: Type.Optional(
    Type.Boolean({ description: 'It is shown, never filled in; where that depends on others: disabled' }),
  ),
  patterns: Type.Optional(Type.Array(Pattern)),
  unique: Type.Optional(Type.Boolean({ description: 'No two records may share it' })),
  stored: Type.Optional(
    Type.Boolean({
      description:
        'False: it is only shown or compared (a password typed again), and not sent when the form is saved',
    }),
  ),
}

/** The name of a section whose fields are members below it. */
export const groupWords: TProperties = { name: Name }

/** A tab, a section of a collapse, a row or cell of a grid: a title and what is in it. */
const Pane = Type.Object({
  title: Type.Optional(Text),
  name: Type.Optional(Type.String()),
  visible: Type.Optional(Condition),
  fields: Type.Optional(Type.Array(FieldSchema)),
  panes: Type.Optional(Type.Array(Type.Unknown(), { description: 'Cells of a row of a grid' })),
})

const CHECK_EXAMPLES = ['again == password', 'end > begin']

const Check = Type.Object(
  {
    valid: { ...Condition, description: 'Has to be true: again == password', examples: CHECK_EXAMPLES },
    message: { ...Text, description: 'What is said when it is not', examples: ['@user.passwordsDiffer'] },
  },
  closed,
)

/** Conditions on values: one, or a list of them with a message each. */
const checkWords: TProperties = {
  valid: Type.Optional(
    Type.Union([Condition, Type.Array(Check)], {
      description: 'A condition on what is filled in, also judged by the server: again == password',
      examples: [...CHECK_EXAMPLES, [{ valid: 'again == password', message: '@user.passwordsDiffer' }]],
    }),
  ),
  message: Type.Optional({
    ...Text,
    description: 'What is said when `valid` is not fulfilled',
    examples: ['@user.passwordsDiffer'],
  }),
}

/** Another date that bounds this one; its own day is within. */
export const boundWords: TProperties = {
  after: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Not before the date in this field: begin',
      examples: ['begin'],
    }),
  ),
  before: Type.Optional(
    Type.String({ minLength: 1, description: 'Not after the date in this field: end', examples: ['end'] }),
  ),
}

const MapWord = (description: string, example: Readonly<Record<string, string>>) =>
  Type.Optional(
    Type.Object(
      {
        map: Type.Record(Type.String(), Expression, {
          description: 'Members by name, each with the expression that gives it',
          examples: [example],
        }),
      },
      { ...closed, description, examples: [{ map: example }] },
    ),
  )

/** Words of kinds of widget. */
export const kindWords: Readonly<Record<'field' | 'display' | 'layout' | 'table', TProperties>> = {
  field: { ...fieldWords, formula: Type.Optional(Expression), ...checkWords },
  display: placeWords,
  layout: {
    ...placeWords,
    title: Type.Optional(Text),
    fields: Type.Optional(Type.Array(FieldSchema)),
    panes: Type.Optional(Type.Array(Pane)),
  },
  table: {
    ...fieldWords,
    columns: Type.Optional(Type.Array(FieldSchema)),
    ...checkWords,
  },
}

/** Words of a list of sub-forms. */
export const subFormWords: TProperties = {
  ...fieldWords,
  fields: Type.Optional(
    Type.Array(FieldSchema, {
      description: 'The fields of each sub-form',
      examples: [[{ name: 'fullName', widget: 'input', label: '姓名' }]],
    }),
  ),
  ...checkWords,
}

export const FormSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    title: Type.Optional(Text),
    resource: Type.Optional({ ...ResourceName(), description: 'Whose members its fields are: gives labels' }),
    layout: Type.Optional(
      Type.Object(
        {
          size: Type.Optional(Type.Enum(['mini', 'small', 'default', 'large'])),
          labelPosition: Type.Optional(Type.Enum(['left', 'right', 'top'])),
          labelWidth: Type.Optional(
            Type.Integer({
              minimum: 0,
              description:
                'Pixels; default 100, and of a form that lays itself out as its longest label needs',
              examples: [120],
            }),
          ),
          gutter: Type.Optional(Type.Integer({ minimum: 0, description: 'Pixels between columns' })),
          disabled: Type.Optional(Type.Boolean()),
          popup: Type.Optional(Type.Enum(['general', 'fullScreen', 'drawer'])),
        },
        closed,
      ),
    ),
    fields: Type.Array(FieldSchema),
    valid: Type.Optional(
      Type.Array(Check, {
        description: 'Conditions on the record as a whole; what is not fulfilled stands above the form',
        examples: [[{ valid: 'phone != null or mail != null', message: '@user.phoneOrMail' }]],
      }),
    ),
    load: MapWord('When a record arrives: fields out of its members', { mail: 'contact.mail' }),
    save: MapWord('When the record is sent: members out of the fields', {
      fullName: 'CONCAT(surname, givenName)',
    }),
  },
  closed,
)
