import { Type } from 'typebox'
import { ActionSchema, FormFile, Text, Value } from '../../document/words'
import { defineNode } from '../define'

/** A form that stands in the page; Ctrl+S and its button run `submit` with `form`. */
export const node = defineNode(
  'form',
  { zh: '表单', zhtw: '表單', en: 'Form' },
  {
    ref: FormFile,
    record: Type.Optional(Value),
    submit: Type.Optional(ActionSchema),
    ok: Type.Optional(Text),
    summary: Type.Optional({
      ...Text,
      description: 'It asks for what the page shows: on a phone it is folded to this text',
    }),
    name: Type.Optional(Type.String({ description: 'Name for reset, validate and submit' })),
  },
)
