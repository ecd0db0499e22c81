import { Type } from 'typebox'
import {
  ActionSchema,
  BoundState,
  FieldSchema,
  FormFile,
  Schema,
  Text,
  Value,
  withDefault,
} from '../../document/words'
import { defineNode } from '../define'
import { forWords } from '../gives'

/** A form that stands in the page, of a document, of fields of its own or of a JSON Schema; Ctrl+S and its button run `submit` with `form`. */
export const node = defineNode(
  'form',
  { title: { zh: '表单', zhtw: '表單', en: 'Form' }, icon: 'Edit', group: 'data' },
  {
    ref: Type.Optional(FormFile),
    fields: Type.Optional(
      Type.Array(FieldSchema, {
        description: 'Its fields, where it has no document of its own',
        examples: [[{ name: 'kind', widget: 'input', label: '@items.kind' }]],
      }),
    ),
    schema: Type.Optional(Schema),
    uiSchema: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'How the schema is drawn: RJSF’s words, and "ui:options": { "span": 12 } of 24 columns',
      }),
    ),
    record: withDefault(Value, {}),
    values: Type.Optional({
      ...BoundState,
      description:
        'State that its fields are: page.filter, an object with a member a field, or page, where each is the member of its own name. What is filled in is there at once, what is empty as null; no submit is needed',
      examples: ['page.filter'],
    }),
    layout: withDefault(
      Type.Enum(['form', 'inline'], {
        description: 'inline: its fields stand in one line that wraps, each as wide as it needs',
      }),
      'form',
    ),
    submit: Type.Optional(ActionSchema),
    change: Type.Optional({
      ...ActionSchema,
      description: 'Steps after a person has changed it, with form; nothing is validated',
    }),
    ok: withDefault(
      { ...Text, description: 'What the button of submit says; it may ask for what the form holds' },
      '@common.save',
    ),
    summary: Type.Optional({
      ...Text,
      description: 'It asks for what the page shows: on a phone it is folded to this text',
    }),
    name: withDefault(Type.String({ description: 'Name for reset, validate and submit' }), 'form'),
  },
  {
    ways: ['ref', 'fields', 'schema'],
    gives: (words, { filledIn }) => {
      const { name = 'form', ref, fields, record, submit, values } = words
      return {
        // What it is filled with and how it stands there is decided around it.
        names: forWords(['submit', 'change', 'ok'], { form: filledIn(words) }),
        form: { name, ref, fields, record, submit },
        writes: [[values, filledIn(words)]],
        hears: [`${String(name)}.submit`, `${String(name)}.fold`],
      }
    },
  },
)
