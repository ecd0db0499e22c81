import { type TSchema, Type } from 'typebox'
import type { ActionPlan } from '../action/action'
import type { Computed, Predicate } from '../expression/computed'
import { REUSABLE_RULES } from '../form/rules'
import { ICON_NAMES } from '../icon-names'
import type { NodePlan } from '../page/node'
import type { JsonSchema } from '../schema/json-schema'
import type { Text as TextValue } from '../text'
import { wanting } from './constraint'
import { type Defaulted, word } from './word'

/** Names of the definitions that generated JSON Schemas refer to under `#/$defs/`. */
export const DEFINITIONS = { action: 'action', node: 'node', field: 'field' } as const

/** A bare expression: `total > 10000`. A constant stands for itself. */
export const Expression = word<Predicate>('expression', 'An expression: total > 10000', {
  type: ['string', 'boolean', 'number'],
})
/** An expression that is asked yes or no; one that is always the same is told of. */
export const Condition = wanting(Expression, 'condition')
/** A string with `${…}` places. */
export const Template = word<Computed<string>>('template', 'Text with ${…} places', { type: 'string' })
/** What a person reads: literal, `@key`, one text a language; `${…}` places are filled. */
export const Text = word<Computed<TextValue>>(
  'text',
  'A text: literal, "@area.key", one text a language, or one with values for its {name} places',
  {
    anyOf: [
      { type: 'string' },
      {
        type: 'object',
        properties: {
          text: { type: 'string', description: 'A key or a text', examples: ['@messages.deleteQuestion'] },
          with: {
            type: 'object',
            description: 'What stands for its {name} places',
            examples: [{ count: '${rows.length}' }],
          },
        },
        required: ['text', 'with'],
        additionalProperties: false,
      },
      {
        type: 'object',
        properties: { zh: { type: 'string' }, zhtw: { type: 'string' }, en: { type: 'string' } },
        required: ['zh'],
        additionalProperties: false,
      },
    ],
  },
)
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
export const Value = word<Computed>('value', 'Any value; ${…} places inside are filled', {})
/** Rows themselves, or the place that has them. */
export const Rows = wanting(Value, 'list')
/** A number, or the place that has it. */
export const Quantity = wanting(Value, 'number')
/** Members by name, of a call's input or for what is opened; a whole `${…}` may give them all. */
export const Input = word<Computed<Readonly<Record<string, unknown>>>>(
  'input',
  'Members by name: { "id": "${row.id}" }',
  { anyOf: [{ type: 'object' }, { type: 'string', pattern: '^\\$\\{' }] },
)
/** A JSON Schema, of draft 2020-12 or 07, that references nothing outside itself. */
export const Schema = word<JsonSchema>('schema', 'A JSON Schema; titles may be "@area.key"', {
  type: 'object',
})
/** A page of the product: /system/dictionary. */
export const Address = wanting(Template, 'address')
/** What a place does with a call that it names. */
export type CallUse = 'read' | 'do' | 'job' | 'export' | 'upload' | 'import'
/** A call of the wire by name; not every call can be used everywhere. */
export const CallName = (use: CallUse) => word<Computed<string>>('call', CALLS[use], { type: 'string', use })
export const FormFile = word<string>('form', 'A file below schemas/forms: dictionary-item.form.json', {
  type: 'string',
})
export const ListFile = word<string>('list', 'A file below schemas/lists: dictionary-item.list.json', {
  type: 'string',
})
export const DialogName = word<Computed<string>>('dialog', 'A dialog of the page', { type: 'string' })
export const SourceName = word<string>('source', 'A source of the page, a name under "data"', {
  type: 'string',
})
/** An icon of the product. */
export const IconName = word<string>('icon', 'An icon: Plus', { enum: [...ICON_NAMES] })
/** Code of a button of the page's menu entry, which a role has or has not. */
export const Right = word<string>('right', 'Permission code of a button in the menu: btn_add', {
  type: 'string',
})
/** Code of a menu entry. */
export const ModuleCode = word<string>('module', 'Code of a menu entry: system.dictionary', {
  type: 'string',
})
/** What answers are kept under, until an action drops them. */
export const Tag = word<string>('tag', 'Name under which answers are kept: dictionary', { type: 'string' })
/** A part of the page and what it is told. */
export const EventName = word<Computed<string>>('event', 'A part and what it is told: items.expandAll', {
  type: 'string',
})
/** A member of the page's state. */
export const StatePath = word<string>('state', 'State of the page: page.category', {
  type: 'string',
  pattern: '^page\\.',
})
/** State that the fields of a form are: `page.filter`, or the page's own members. */
export const BoundState = word<string>(
  'state',
  'State of the page: page.filter; or page, for its own members',
  {
    type: 'string',
    pattern: '^page(\\.|$)',
    whole: true,
  },
)
/** A member of the row that is shown. */
export const RowPath = word<string>('path', 'Member of the row: fullName', { type: 'string', minLength: 1 })
/** A member of what the call beside it answers. */
export const AnswerPath = word<string>('answer', 'Member of the answer, with dots below it', {
  type: 'string',
  minLength: 1,
})
/** A column of the same list, by its path. */
export const ColumnPath = word<string>('column', 'Path of a column: fullName', {
  type: 'string',
  minLength: 1,
})
/** How a cell shows its value. */
export const CellWidget = word<string>('cell', 'A widget’s key, or tag', { type: 'string' })
/** What a dialog is given under a name: a kind of record, or a kind of value; with `?` where it may be left out. */
export const Taken = word<string>(
  'taken',
  'A resource, text, number, boolean, object, array or any; with ? it may be left out: role?',
  { type: 'string' },
)
const CALLS: Readonly<Record<CallUse, string>> = {
  read: 'A call of the wire that changes nothing: dictionaryData.list',
  do: 'A call of the wire: dictionaryData.update',
  job: 'A call of the wire that says how far it is: audit.verify',
  export: 'A call of the wire that makes a file: users.exportExcel',
  upload: 'A call of the wire that takes a file: file.upload',
  import: 'The call of a template for import: users.importTemplate',
}
/** What a word needs a resource for. */
export type ResourceNeed = 'list' | 'save' | 'delete' | 'state' | 'act'
/** A resource of the contract by name; `needs` is what it is named for. */
export const ResourceName = (needs?: ResourceNeed) =>
  word<string>('resource', 'A resource of the contract: billRule', {
    type: 'string',
    ...(needs && { needs }),
  })
/** One step or a list of steps. */
export const ActionSchema = word<ActionPlan>('action', 'A step, or a list of steps', {
  $ref: `#/$defs/${DEFINITIONS.action}`,
})
export const NodeSchema = word<NodePlan>('node', 'A node of the page', {
  $ref: `#/$defs/${DEFINITIONS.node}`,
})
export const NodeList = Type.Array(NodeSchema)
/** A field of a form document. */
export const FieldSchema = word<unknown>('field', 'A field or a container of fields', {
  $ref: `#/$defs/${DEFINITIONS.field}`,
})

/** An optional word that is `value` where a document does not say it; its plan always has it. */
export function withDefault<S extends TSchema>(schema: S, value: unknown): Defaulted<S> {
  return Type.Optional({ ...schema, default: value }) as unknown as Defaulted<S>
}
