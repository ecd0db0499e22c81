import { Schema as SchemaWord } from '@runtime/document/words'
import { placeOfPointer, readJson } from '@runtime/json-text'
import { AUTHORED, compileSchema, faultText, type JsonSchema, SchemaTooComplex } from '@runtime/schema'
import type { WidgetContext, WidgetDefinition } from '@runtime/widget/definition'
import { Type } from 'typebox'

/** Settings of JSON. */
export interface JsonSettings {
  /** `text`: the text is kept as it is written; `value`: the object or list that it means. */
  readonly as: 'text' | 'value'
  /** What it has to be like; absent: any JSON. */
  readonly schema?: JsonSchema
  /** A list of flat objects may be edited as a table too. */
  readonly table?: boolean
  readonly autoSize: { readonly minRows: number; readonly maxRows: number }
}

/** JSON that is written as text; where the value is kept, a text stands for one that is not whole yet. */
export const definition: WidgetDefinition<JsonSettings, unknown> = {
  key: 'json',
  jnpfKeys: [],
  group: 'code',
  title: '@json.widget',
  icon: 'CodeBlock',
  kind: 'field',
  long: true,
  notInTable: true,
  example: {
    field: {
      schema: {
        type: 'object',
        properties: { topic: { type: 'string' }, qos: { enum: [0, 1, 2] } },
        required: ['topic'],
      },
      default: '{\n  "topic": "farm/pump",\n  "qos": 1\n}',
    },
  },
  settings: Type.Object({
    as: Type.Optional(
      Type.Union([Type.Literal('text'), Type.Literal('value')], {
        title: '@json.setting.as',
        description: '@json.setting.asHelp',
        examples: ['value'],
      }),
    ),
    schema: Type.Optional({
      ...SchemaWord,
      title: '@json.setting.schema',
      description: '@json.setting.schemaHelp',
      examples: [{ type: 'object', required: ['topic'] }],
    }),
    table: Type.Optional(
      Type.Boolean({
        title: '@json.setting.table',
        description: '@json.setting.tableHelp',
        examples: [true],
      }),
    ),
    autoSize: Type.Optional(
      Type.Object(
        {
          minRows: Type.Integer({ minimum: 1, maximum: 50, title: '@widgets.setting.minRows' }),
          maxRows: Type.Integer({
            notBelow: 'minRows',
            minimum: 1,
            maximum: 100,
            title: '@widgets.setting.maxRows',
          }),
        },
        {
          title: '@widgets.setting.autoSize',
          description: '@code.setting.autoSizeHelp',
          examples: [{ minRows: 3, maxRows: 15 }],
        },
      ),
    ),
  }),
  defaults: { as: 'text', autoSize: { minRows: 3, maxRows: 15 } },
  value: ({ as }) => ({ type: as === 'text' ? 'string' : ['object', 'array', 'string'] }),
  isEmpty: (value) =>
    value === null || value === undefined || (typeof value === 'string' && value.trim() === ''),
  normalise(value, { as }) {
    if (value === null || value === undefined) return value
    if (as === 'text') return typeof value === 'string' ? value : textOf(value)
    return typeof value === 'string' ? meantBy(value) : value
  },
  check: (value, settings, context) => sentence(textOf(value), settings, context),
  toText: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  fromText(text, settings, context) {
    const fault = sentence(text, settings, context)
    if (fault !== null) return { error: fault }
    return { value: settings.as === 'text' ? text : meantBy(text) }
  },
}

/** A value as it is written, an entry a line. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** The object or list of a text; the text itself while it is none. */
export function meantBy(text: string): unknown {
  const { value } = readJson(text) as { readonly value?: unknown }
  return typeof value === 'object' && value !== null ? value : text
}

/** What is wrong with a text and where; null: nothing. */
export function jsonFault(
  text: string,
  { as, schema }: Pick<JsonSettings, 'as' | 'schema'>,
  context: Pick<WidgetContext, 'text'>,
): {
  readonly offset: number
  readonly line: number
  readonly column: number
  readonly message: string
} | null {
  const read = readJson(text)
  if (read.fault) return { ...read.fault, message: context.text(read.fault.reason, read.fault.params) }
  if (as === 'value' && (typeof read.value !== 'object' || read.value === null))
    return { offset: 0, line: 1, column: 1, message: context.text('@json.objectOrList') }
  const [error] = schema ? validated(read.value, schema) : []
  if (!error) return null
  if (typeof error === 'string') return { offset: 0, line: 1, column: 1, message: context.text(error) }
  const message = `${error.pointer} ${faultText(error, context)}`.trim()
  return { ...placeOfPointer(text, error.pointer), message }
}

function validated(value: unknown, schema: JsonSchema) {
  try {
    return compileSchema(schema, AUTHORED)(value)
  } catch (reason) {
    return [reason instanceof SchemaTooComplex ? '@json.tooComplex' : '@json.badSchema']
  }
}

function sentence(text: string, settings: JsonSettings, context: Pick<WidgetContext, 'text'>): string | null {
  const fault = jsonFault(text, settings, context)
  if (!fault) return null
  return context.text('@json.faultAt', { line: fault.line, column: fault.column, reason: fault.message })
}
