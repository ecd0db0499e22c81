import { isRecord } from '../json'
import { jsonEqual } from '../schema'
import type { JsonSchema } from '../schema/json-schema'
import type { Text, Translator } from '../text'
import type { WidgetDefinition } from './definition'

/** A field of a form document. */
type FieldDocument = Readonly<Record<string, unknown>>

/**
 * The form document by which a widget's settings are edited: a switch for a yes or no, a list for one of a few words, and
 * JSON for what has a structure of its own. The gallery and the designer draw it.
 */
export function settingsForm(definition: WidgetDefinition): { readonly fields: readonly FieldDocument[] } {
  const properties = definition.settings.properties as Readonly<Record<string, JsonSchema>>
  return { fields: Object.entries(properties).map(([name, schema]) => fieldOf(name, schema)) }
}

/** Settings as that form holds them, defaults filled in; of a text (`@area.key`) it holds the words. */
export function toSettingsRecord(
  definition: WidgetDefinition,
  settings: object,
  { text }: Pick<Translator, 'text'>,
): Record<string, unknown> {
  const properties = definition.settings.properties as Readonly<Record<string, JsonSchema>>
  return Object.fromEntries(
    Object.entries({ ...definition.defaults, ...settings }).map(([name, value]) => {
      const schema = properties[name]
      const asText = schema !== undefined && isStructured(schema) && value !== undefined
      if (asText) return [name, JSON.stringify(value, null, 2)]
      return [name, isWorded(value, schema) ? text(value) : (value ?? null)]
    }),
  )
}

/**
 * Settings of what the form holds: only those that are not the default. A text that is no JSON is what was there before,
 * and so are words that have not been changed.
 */
export function fromSettingsRecord(
  definition: WidgetDefinition,
  record: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
  { text }: Pick<Translator, 'text'>,
): Record<string, unknown> {
  const defaults = definition.defaults as Readonly<Record<string, unknown>>
  const settings: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(
    definition.settings.properties as Readonly<Record<string, JsonSchema>>,
  )) {
    const held = record[name]
    if (held === null || held === undefined || held === '') continue
    const value = settingOf(held, schema, before[name] ?? defaults[name], text)
    if (value !== undefined && !jsonEqual(value, defaults[name])) settings[name] = value
  }
  return settings
}

function settingOf(held: unknown, schema: JsonSchema, before: unknown, text: Translator['text']): unknown {
  if (isStructured(schema) && typeof held === 'string') return parsedJson(held, before)
  return isWorded(before, schema) && text(before) === held ? before : held
}

/** True for a text that is said in the person's language. */
function isWorded(value: unknown, schema: JsonSchema | undefined): value is Text {
  if (typeof value === 'string') return value.startsWith('@')
  return isRecord(value) && schema !== undefined && !isStructured(schema)
}

function parsedJson(text: string, before: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return before
  }
}

function fieldOf(name: string, schema: JsonSchema): FieldDocument {
  const { title, description } = schema as { title?: string; description?: string }
  const base = {
    name,
    label: title ?? name,
    // Descriptions without a locale key are for implementers' editors.
    ...(description?.startsWith('@') && { tip: description }),
  }
  const words = wordsOf(schema)
  if (words)
    return { ...base, widget: 'select', options: words.map((word) => ({ value: word, label: String(word) })) }
  if (isStructured(schema)) return { ...base, widget: 'textarea', autoSize: { minRows: 2, maxRows: 8 } }
  switch (schema.type) {
    case 'boolean':
      return { ...base, widget: 'switch', activeValue: true, inactiveValue: false }
    case 'integer':
    case 'number':
      return {
        ...base,
        widget: 'number-input',
        ...(schema.minimum !== undefined && { min: schema.minimum }),
        ...(schema.maximum !== undefined && { max: schema.maximum }),
        ...(schema.type === 'integer' && { precision: 0 }),
      }
    default:
      return { ...base, widget: 'input' }
  }
}

/** The words of which a setting is one; undefined for any other setting. */
function wordsOf(schema: JsonSchema): readonly (string | number)[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum as readonly string[]
  const words = (schema.anyOf ?? []).map((branch) => (branch as { const?: unknown }).const)
  const plain = words.every((word) => typeof word === 'string' || typeof word === 'number')
  return words.length > 0 && plain ? (words as readonly string[]) : undefined
}

/** True for what a single line cannot hold; a text of several languages may also be one literal line. */
function isStructured(schema: JsonSchema): boolean {
  if ((schema as { loam?: string }).loam === 'text' || wordsOf(schema)) return false
  const branches = schema.anyOf?.filter(isRecord) as readonly JsonSchema[] | undefined
  if (branches) return branches.some(isStructured)
  return schema.type === 'array' || schema.type === 'object' || schema.type === undefined
}
