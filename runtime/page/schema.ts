import { type Static, type TSchema, Type } from 'typebox'
import {
  ActionSchema,
  CallName,
  Expression,
  FormFile,
  NodeSchema,
  SourceName,
  Text,
  Value,
} from '../document/words'

const closed = { additionalProperties: false }

/** Where a page's data comes from. */
export const SourceSchema = Type.Object(
  {
    call: CallName,
    with: Type.Optional(Type.Record(Type.String(), Value)),
    when: Type.Optional(Expression),
    tag: Type.Optional(Type.String({ description: 'Dropped by invalidate' })),
    pick: Type.Optional(
      Type.String({ description: 'Member of the answer; default: list, where there is one' }),
    ),
  },
  closed,
)

export const DIALOG_MODES = ['general', 'drawer', 'fullScreen'] as const

/** A dialog over the page: a form with its submit, or any node. */
export const DialogSchema = Type.Object(
  {
    title: Text,
    mode: Type.Optional(Type.Enum([...DIALOG_MODES])),
    width: Type.Optional(Type.Integer({ minimum: 200, maximum: 2000, description: 'Pixels; default 600' })),
    form: Type.Optional(FormFile),
    record: Type.Optional(Value),
    load: Type.Optional(
      Type.Object(
        {
          call: CallName,
          with: Type.Optional(Type.Record(Type.String(), Value)),
          when: Type.Optional(Expression),
        },
        { ...closed, description: 'Fetches the record when the dialog opens' },
      ),
    ),
    body: Type.Optional(NodeSchema),
    submit: Type.Optional(ActionSchema),
    ok: Type.Optional(Text),
    cancel: Type.Optional(Text),
    reloads: Type.Optional(Type.Array(SourceName, { description: 'Sources fetched when it opens' })),
  },
  closed,
)

export const PageSchema: TSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    title: Text,
    module: Type.Optional(Type.String({ description: 'Code of its menu entry, by which rights are judged' })),
    state: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    data: Type.Optional(Type.Record(Type.String({ pattern: '^[A-Za-z]\\w*$' }), SourceSchema)),
    body: NodeSchema,
    dialogs: Type.Optional(Type.Record(Type.String({ pattern: '^[A-Za-z]\\w*$' }), DialogSchema)),
    onOpen: Type.Optional(ActionSchema),
  },
  closed,
)

export type SourceDocument = Static<typeof SourceSchema>
export type DialogDocument = Static<typeof DialogSchema>
