import { Type } from 'typebox'
import { ListButton } from '../list/document'
import { DialogSchema, SourceSchema } from '../page/schema'
import { Column } from './parts/column'
import { withShort } from './word'
import { FieldSchema, NodeSchema } from './words'

/** What a fragment may give; the key says which, and where it stands which of several is meant. */
export const FRAGMENT_KINDS = ['column', 'field', 'button', 'node', 'dialog', 'source'] as const
export type FragmentKind = (typeof FRAGMENT_KINDS)[number]

const GIVES = {
  column: Column,
  field: FieldSchema,
  button: ListButton,
  node: NodeSchema,
  dialog: DialogSchema,
  source: SourceSchema,
}

const EXAMPLES: Readonly<Record<FragmentKind, object>> = {
  column: { path: '{{path}}', label: '@common.status' },
  field: { name: '{{name}}', widget: 'switch' },
  button: { text: '@common.refresh', do: { reload: '{{source}}' } },
  node: { node: 'text', text: '{{text}}' },
  dialog: { title: '{{title}}', form: '{{form}}' },
  source: { call: '{{call}}', tag: 'field' },
}

const Parameter = Type.Object(
  {
    default: Type.Optional(
      Type.Unknown({ description: 'Its value where none is given; without one it has to be' }),
    ),
    description: Type.Optional(Type.String({ description: 'What it is for', examples: ['Pixels'] })),
  },
  { additionalProperties: false },
)

/**
 * A fragment (`schemas/fragments/*.json`): a part of documents, said once. Its texts have `{{name}}` where a parameter
 * goes in; one that is nothing else becomes the parameter's value, of whatever type.
 */
export const FragmentSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    takes: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z]\\w*$' }), Parameter, {
        description: 'Its parameters by name',
        examples: [{ width: { default: 90 } }],
      }),
    ),
    // What it gives is checked where it is used, with its parameters in place.
    ...Object.fromEntries(
      FRAGMENT_KINDS.map((kind) => [
        kind,
        Type.Optional({
          ...withShort(Type.Unknown(), GIVES[kind]),
          description: `The ${kind} that it gives`,
          examples: [EXAMPLES[kind]],
        }),
      ]),
    ),
  },
  { additionalProperties: false, description: 'At least one of what a fragment may give' },
)
