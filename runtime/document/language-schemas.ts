import { type TObject, type TProperties, Type } from 'typebox'
import { verbs } from '../action/verbs'
import { ListSchema } from '../list/document'
import { nodes } from '../page/nodes'
import { PageSchema } from '../page/schema'
import type { JsonSchema } from '../schema/json-schema'
import type { WidgetDefinition } from '../widget/definition'
import type { CheckEnvironment } from './environment'
import { FormSchema, fieldWords, kindWords } from './form-schema'
import { Pattern, Text } from './words'

const DRAFT = 'http://json-schema.org/draft-07/schema#'

/** Schema of a field with this widget: the common words, its kind's and its own settings, nothing else. */
export function widgetSchema(definition: WidgetDefinition): TObject {
  const known = schemasByWidget.get(definition)
  if (known) return known
  const settings = Object.fromEntries(
    Object.entries(definition.settings.properties).map(([key, schema]) => [key, Type.Optional(schema)]),
  )
  const words: TProperties = {
    widget: Type.Literal(definition.key),
    ...settings,
    ...fieldWords,
    ...kindWords[definition.kind],
  }
  const schema = Type.Object(words, { additionalProperties: false })
  schemasByWidget.set(definition, schema)
  return schema
}

const schemasByWidget = new WeakMap<WidgetDefinition, TObject>()

/**
 * The JSON Schemas that stand under `schemas/language/`, by file name: they give an implementer's editor completion and
 * errors. Made of the registries, so that they say what the interpreters do.
 */
export function languageSchemas(
  environment: Pick<CheckEnvironment, 'catalogue' | 'callNames'>,
): Readonly<Record<string, JsonSchema>> {
  const definitions = {
    text: { anyOf: (Text as JsonSchema).anyOf },
    pattern: { anyOf: (Pattern as JsonSchema).anyOf },
    call: {
      anyOf: [{ enum: [...environment.callNames].sort() }, { type: 'string', pattern: '\\$\\{' }],
    },
    step: stepsSchema(),
    action: { anyOf: [{ $ref: '#/$defs/step' }, { type: 'array', items: { $ref: '#/$defs/step' } }] },
  }
  const field = widgetsSchema(environment.catalogue.all())
  return {
    'page.schema.json': complete('Page', PageSchema, { ...definitions, node: nodesSchema() }),
    'form.schema.json': complete('Form', FormSchema, { ...definitions, field }),
    'list.schema.json': complete('List', ListSchema, { ...definitions, field }),
  }
}

function complete(title: string, schema: object, definitions: Readonly<Record<string, unknown>>): JsonSchema {
  return forEditors({ $schema: DRAFT, title, ...schema, $defs: definitions }) as JsonSchema
}

/** One schema over variants that a key's value tells apart: editors complete the variant's own keys. */
function variants(key: string, byName: ReadonlyMap<string, object>): unknown {
  const names = [...byName.keys()].sort()
  return {
    type: 'object',
    required: [key],
    properties: { [key]: { enum: names } },
    allOf: names.map((name) => ({
      if: { properties: { [key]: { const: name } }, required: [key] },
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema's word; the object is never awaited.
      then: byName.get(name),
    })),
  }
}

function nodesSchema(): unknown {
  return variants('node', new Map([...nodes].map(([name, node]) => [name, node.schema])))
}

function widgetsSchema(widgets: readonly WidgetDefinition[]): unknown {
  return variants('widget', new Map(widgets.map((widget) => [widget.key, widgetSchema(widget)])))
}

/** A step is told apart by which verb's key it has. */
function stepsSchema(): unknown {
  return {
    type: 'object',
    anyOf: [...verbs.values()].map((verb) => ({ ...verb.schema, title: verb.name })),
  }
}

/** Drops what only the checker reads; texts, patterns and call names are said once and referred to. */
function forEditors(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forEditors)
  if (typeof value !== 'object' || value === null) return value
  const { loam, $comment, ...rest } = value as { loam?: string; $comment?: string }
  const plain = Object.fromEntries(Object.entries(rest).map(([key, member]) => [key, forEditors(member)]))
  if (loam === 'call') return { ...plain, $ref: '#/$defs/call' }
  if (loam !== 'text' && loam !== 'pattern') return plain
  const { anyOf: _, ...named } = plain
  return { ...named, $ref: `#/$defs/${loam}` }
}
