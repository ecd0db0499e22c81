import { Type } from 'typebox'
import { ActionSchema, FormFile, Schema, Text, Value, withDefault } from '../../document/words'
import { defineNode } from '../define'
import { forWords } from '../gives'

/** A form that stands in the page, of a document or of a JSON Schema; Ctrl+S and its button run `submit` with `form`. */
export const node = defineNode(
  'form',
  { title: { zh: '表单', zhtw: '表單', en: 'Form' }, icon: 'Edit', group: 'data' },
  {
    ref: Type.Optional(FormFile),
    schema: Type.Optional(Schema),
    uiSchema: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'How the schema is drawn: RJSF’s words, and "ui:options": { "span": 12 } of 24 columns',
      }),
    ),
    record: withDefault(Value, {}),
    submit: Type.Optional(ActionSchema),
    change: Type.Optional({
      ...ActionSchema,
      description: 'Steps after a person has changed it, with form; nothing is validated',
    }),
    ok: withDefault(Text, '@common.save'),
    summary: Type.Optional({
      ...Text,
      description: 'It asks for what the page shows: on a phone it is folded to this text',
    }),
    name: withDefault(Type.String({ description: 'Name for reset, validate and submit' }), 'form'),
  },
  {
    ways: ['ref', 'schema'],
    gives: (words, { filledIn }) => {
      const { name = 'form', ref, record, submit } = words
      return {
        // What it is filled with and how it stands there is decided around it.
        names: forWords(['submit', 'change'], { form: filledIn(words) }),
        form: { name, ref, record, submit },
        hears: [`${String(name)}.submit`, `${String(name)}.fold`],
      }
    },
  },
)
