import { type TSchema, Type } from 'typebox'
import { ACTION_SCHEMA_ID, type ActionDocument } from '../action/action'
import { REUSABLE_RULES } from '../form/rules'
import type { NodeDocument } from '../page/node'
import type { Text as TextValue } from '../text'

/**
 * The words that documents share, as schemas. Each carries its meaning under the keyword `loam`, which editors ignore
 * and `checkDocument` obeys: it parses expressions, looks up calls, files, dialogs, sources and locale keys.
 */
export type WordKind =
  | 'expression'
  | 'template'
  | 'text'
  | 'value'
  | 'call'
  | 'form'
  | 'list'
  | 'dialog'
  | 'source'
  | 'action'
  | 'node'
  | 'field'
  | 'fields'
  | 'pattern'

/** Names of the definitions that generated JSON Schemas refer to under `#/$defs/`. */
export const DEFINITIONS = { action: 'action', node: 'node', field: 'field' } as const

function word<T>(kind: WordKind, description: string, schema: Readonly<Record<string, unknown>>): TSchema {
  return Type.Unsafe<T>({ loam: kind, description, ...schema })
}

/** A bare expression: `total > 10000`. A constant stands for itself. */
export const Expression = word<string | boolean>('expression', 'An expression: total > 10000', {
  type: ['string', 'boolean', 'number'],
})
/** A string with `${…}` places. */
export const Template = word<string>('template', 'Text with ${…} places', { type: 'string' })
/** What a person reads: literal, `@key`, one text a language; `${…}` places are filled. */
export const Text = word<TextValue>('text', 'A text: literal, "@area.key", or one text a language', {
  anyOf: [
    { type: 'string' },
    {
      type: 'object',
      properties: { zh: { type: 'string' }, zhtw: { type: 'string' }, en: { type: 'string' } },
      required: ['zh'],
      additionalProperties: false,
    },
  ],
})
export const PatternShape = Type.Union([
  Type.Object(
    { rule: Type.Enum([...REUSABLE_RULES]), message: Type.Optional(Text) },
    { additionalProperties: false },
  ),
  Type.Object(
    { pattern: Type.String(), flags: Type.Optional(Type.String()), message: Text },
    { additionalProperties: false },
  ),
])
/** What a field's text has to match: one of the rules that forms share, or a regular expression of its own. */
export const Pattern = word<unknown>('pattern', 'A rule that forms share, or an expression of its own', {
  anyOf: PatternShape.anyOf,
})
/** Any value; `${…}` places inside are filled, to any depth. */
export const Value = word<unknown>('value', 'Any value; ${…} places inside are filled', {})
/** A call of the wire by name. */
export const CallName = word<string>('call', 'A call of the wire: dictionaryData.list', { type: 'string' })
export const FormFile = word<string>('form', 'A file below schemas/forms: dictionary-item.form.json', {
  type: 'string',
})
export const ListFile = word<string>('list', 'A file below schemas/lists: dictionary-item.list.json', {
  type: 'string',
})
export const DialogName = word<string>('dialog', 'A dialog of the page', { type: 'string' })
export const SourceName = word<string>('source', 'A source of the page, a name under "data"', {
  type: 'string',
})
/** One step or a list of steps. */
export const ActionSchema = word<ActionDocument>('action', 'A step, or a list of steps', {
  $ref: `#/$defs/${DEFINITIONS.action}`,
  $comment: ACTION_SCHEMA_ID,
})
export const NodeSchema = word<NodeDocument>('node', 'A node of the page', {
  $ref: `#/$defs/${DEFINITIONS.node}`,
})
export const NodeList = Type.Array(NodeSchema)
/** A field of a form document. */
export const FieldSchema = word<unknown>('field', 'A field or a container of fields', {
  $ref: `#/$defs/${DEFINITIONS.field}`,
})

/** The meaning a schema carries, if it is one of the words above. */
export function wordOf(schema: object): WordKind | undefined {
  return (schema as { loam?: WordKind }).loam
}
