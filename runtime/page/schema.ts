import { Type } from 'typebox'
import { FramedUse, Use } from '../document/parts/use'
import { filledIn, withShort } from '../document/word'
import {
  ActionSchema,
  AnswerPath,
  CallName,
  Condition,
  Expression,
  FormFile,
  Input,
  ModuleCode,
  NodeSchema,
  ResourceName,
  SourceName,
  Tag,
  Taken,
  Text,
  Value,
  withDefault,
} from '../document/words'
import type { QueryValue } from './query'

const closed = { additionalProperties: false }

/** Where a page's data comes from. */
const Source = filledIn(
  Type.Object(
    {
      resource: Type.Optional({
        ...ResourceName('list'),
        description: 'Gives call and tag',
        examples: ['billRule'],
      }),
      call: CallName('read'),
      with: withDefault(Input, {}),
      when: Type.Optional(Condition),
      tag: Type.Optional({
        ...Tag,
        description: 'What it is about: asked again by invalidate, and when the server says that it changed',
        examples: ['dictionary'],
      }),
      every: Type.Optional(
        Type.Integer({
          minimum: 1000,
          description: 'Milliseconds after which it is asked again, over and over, while the page is seen',
          examples: [30000],
        }),
      ),
      pick: Type.Optional({
        ...AnswerPath,
        description: 'Member of the answer, with dots below it; default: list, where there is one',
        examples: ['station.rows'],
      }),
      also: Type.Optional(
        Type.Record(Type.String({ pattern: '^[A-Za-z]\\w*$' }), AnswerPath, {
          description: 'Further names under data for other members of the same answer, which is asked once',
          examples: [{ itemTotals: 'pagination' }],
        }),
      ),
      sort: Type.Optional(
        Type.Object(
          {
            by: Expression,
            order: withDefault(Type.Enum(['asc', 'desc']), 'asc'),
          },
          {
            ...closed,
            description:
              'Order of its rows: numbers by size, texts by name, what is empty at the end. Inside, row and index',
            examples: [{ by: 'row.depth', order: 'desc' }],
          },
        ),
      ),
      map: Type.Optional({
        ...Value,
        description: 'What each of its rows becomes. Inside, row and index',
        examples: [{ key: '${row.id}', label: '${row.fullName} (${row.enCode})' }],
      }),
    },
    closed,
  ),
  'call',
)

/** A source of a page, or what a fragment gives. */
export const SourceSchema = withShort(Source, Use)

export const DIALOG_MODES = ['general', 'drawer', 'fullScreen'] as const

const Dialog = Type.Object(
  {
    title: Text,
    of: Type.Optional({
      ...Text,
      description: 'Whose it is, said behind its title',
      examples: ['${row.fullName}'],
    }),
    save: Type.Optional({
      ...ResourceName('save'),
      description: 'The resource whose record its form is: gives title, load and submit',
    }),
    with: Type.Optional({ ...Input, description: 'Members that are saved beside those of the form' }),
    before: Type.Optional({ ...ActionSchema, description: 'Steps before it is saved' }),
    after: Type.Optional({ ...ActionSchema, description: 'Steps once it has been saved' }),
    takes: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z]\\w*$' }), Taken, {
        description: 'What whoever opens it has to give, by name',
        examples: [{ row: 'role?', errors: 'array' }],
      }),
    ),
    mode: withDefault(Type.Enum([...DIALOG_MODES]), 'general'),
    width: Type.Optional(
      Type.Integer({
        minimum: 200,
        maximum: 2000,
        description: 'Pixels; default 600, and in fullScreen the whole screen',
      }),
    ),
    form: Type.Optional(FormFile),
    record: withDefault(Value, {}),
    load: Type.Optional(
      Type.Object(
        {
          call: CallName('read'),
          with: withDefault(Input, {}),
          when: Type.Optional(Condition),
          omit: Type.Optional({
            ...Expression,
            description: 'Where it holds the record is a copy: it is read without its id',
          }),
        },
        { ...closed, description: 'Fetches the record of its form when the dialog opens' },
      ),
    ),
    data: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z]\\w*$' }), SourceSchema, {
        description:
          'Sources of its own, which live while it is open; inside it data has them beside those of the page, and they see what it takes',
        examples: [{ members: { call: 'role.users', with: { id: '${row.id}' } } }],
      }),
    ),
    body: Type.Optional({
      ...NodeSchema,
      description: 'What stands in it; with a form, where the form has a slot, else below it',
    }),
    submit: Type.Optional(ActionSchema),
    ok: withDefault(Text, '@common.confirm'),
    cancel: withDefault(Text, '@common.cancel'),
    reloads: withDefault(Type.Array(SourceName, { description: 'Sources fetched when it opens' }), []),
  },
  closed,
)

/** A dialog over the page: a form with its submit, the form of a resource, or any node. */
export const DialogSchema = withShort(filledIn(Dialog, 'title'), FramedUse)

/** What a parameter of the address is where that does not say it. */
const QueryDefault = Type.Unsafe<QueryValue>({
  type: ['string', 'number', 'boolean', 'null', 'array'],
  maxItems: 0,
  description:
    'Its default, whose type it has: a text, a number, yes or no; null is a text or none, [] a list of texts',
  examples: [1],
})

export const PageSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    title: Text,
    heading: withDefault(
      Type.Boolean({
        description: 'Its title stands above it; a list that is the whole page has it in its own line',
        examples: [true],
      }),
      false,
    ),
    module: Type.Optional({
      ...ModuleCode,
      description: 'Code of its menu entry, by which rights are judged',
    }),
    resource: Type.Optional({
      ...ResourceName(),
      description: 'What it is about: gives module, source, labels and standard buttons',
    }),
    state: withDefault(Type.Record(Type.String(), Type.Unknown()), {}),
    query: withDefault(
      Type.Record(Type.String({ pattern: '^[A-Za-z]\\w*$' }), QueryDefault, {
        description:
          'Parameters of its address, each with its default: read as page.name, and what set writes stands in the address',
        examples: [{ kind: null, page: 1 }],
      }),
      {},
    ),
    data: withDefault(Type.Record(Type.String({ pattern: '^[A-Za-z]\\w*$' }), SourceSchema), {}),
    body: NodeSchema,
    dialogs: withDefault(Type.Record(Type.String({ pattern: '^[A-Za-z]\\w*$' }), DialogSchema), {}),
    onOpen: Type.Optional(ActionSchema),
  },
  closed,
)
