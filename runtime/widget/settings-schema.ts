import { verbs } from '../action/verbs'
import { isRecord } from '../json'
import { compileSchema, jsonEqual } from '../schema'
import type { JsonSchema } from '../schema/json-schema'

/** What has settings: a widget, or a node of a page. */
export interface Configurable {
  readonly settings: { readonly properties: object }
  /** What settings are where nobody gives them. */
  readonly defaults: object
}

/** A schema whose `$id` names the field that draws it, as forms of JSON Schema look fields up. */
const ANY = {
  $id: 'AnyField',
  type: ['string', 'number', 'boolean', 'array', 'object', 'null'],
} as const satisfies JsonSchema
const TEXT = { $id: 'TextField', type: ['string', 'object'] } as const satisfies JsonSchema

/** Words that have a widget of their own, by the field that draws it. */
const WORD_FIELDS: Readonly<Record<string, JsonSchema>> = {
  expression: { $id: 'ExpressionField', type: 'string' },
  template: { $id: 'TemplateField', type: 'string' },
  icon: { $id: 'IconField', type: 'string' },
  schema: { $id: 'JsonField', type: 'object' },
  // A node or a field is a document of its own: what it may be is said where it is written.
  node: { $id: 'JsonField', type: 'object' },
  field: { $id: 'JsonField', type: 'object' },
}

/** What a branch of a choice is called that has no title, by its type. */
const KINDS: Readonly<Record<string, string>> = {
  string: '@schemaForm.kind.text',
  number: '@schemaForm.kind.number',
  integer: '@schemaForm.kind.number',
  boolean: '@schemaForm.kind.flag',
  array: '@schemaForm.kind.list',
  object: '@schemaForm.kind.object',
  null: '@schemaForm.leftOut',
}

/**
 * The settings of a widget or a node as a schema that a form draws to the last value: words of the language (`loam`) become fields of
 * their own, one of a few words a choice, anything at all a value of a kind that one chooses. Titles stay locale keys;
 * descriptions without one are for implementers' editors and go.
 */
export function settingsSchema(definition: Configurable): JsonSchema {
  const properties = settingsOf(definition)
  const given = definition.defaults as Readonly<Record<string, unknown>>
  const drawn = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, settingOf(schema, given[name])]),
  )
  const usesActions = refersTo(drawn)
  return { type: 'object', properties: drawn, ...(usesActions && { definitions: actionDefinitions() }) }
}

/** Of what such a form holds the settings that are sound and not the default; what is not sound stays as it was before. */
export function changedSettings(
  definition: Configurable,
  held: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const defaults = definition.defaults as Readonly<Record<string, unknown>>
  const changed = Object.entries(settingsOf(definition)).map(([name, schema]): readonly [string, unknown] => {
    const value = held[name]
    if (value === null || value === undefined || value === '') return [name, undefined]
    return [name, isSound(value, schema) ? value : before[name]]
  })
  return Object.fromEntries(
    changed.filter(([name, value]) => value !== undefined && !jsonEqual(value, defaults[name])),
  )
}

/** What holds steps or nodes is validated by the schema that it is drawn by, everything else by the setting's own. */
function isSound(value: unknown, schema: JsonSchema): boolean {
  const complete = refersTo(schema) ? { ...drawable(schema), definitions: actionDefinitions() } : schema
  return compileSchema(complete)(value).length === 0
}

/** Whether something in a schema is said elsewhere. */
const refersTo = (schema: unknown): boolean => JSON.stringify(schema).includes('"$ref"')

function settingsOf({ settings }: Configurable): Readonly<Record<string, JsonSchema>> {
  return settings.properties as Readonly<Record<string, JsonSchema>>
}

function wordOf(schema: JsonSchema): string | undefined {
  return (schema as { readonly loam?: string }).loam
}

/** What need not be there offers that, where it is a choice; a text by a locale key is edited by its words. */
function settingOf(schema: JsonSchema, given: unknown): JsonSchema {
  const drawn = drawable(schema)
  if (drawn.type === 'string' && !drawn.enum && typeof given === 'string' && given.startsWith('@'))
    return { ...drawn, $id: TEXT.$id }
  if (!drawn.anyOf || given !== undefined) return drawn
  return { ...drawn, anyOf: [{ type: 'null', title: '@schemaForm.leftOut' }, ...drawn.anyOf] }
}

function drawable(schema: JsonSchema): JsonSchema {
  const named = namesOf(schema)
  const word = wordOf(schema)
  if (word === 'text' && schema.anyOf) return { ...TEXT, ...named }
  if (word === 'action') return { ...actionChoice(), ...named }
  if (word === 'input') return { type: 'object', additionalProperties: ANY, ...named }
  const field = word === undefined ? undefined : WORD_FIELDS[word]
  if (field) return { ...field, ...exampleOf(schema), ...named }
  if (schema.enum || schema.const !== undefined) return { ...plain(schema), ...named }
  if (schema.anyOf) return choice(schema.anyOf, named)
  if (schema.type === 'array') return { ...plain(schema), ...named, items: drawable(schema.items ?? {}) }
  if (schema.type === 'object') return objectOf(schema, named)
  return schema.type === undefined ? { ...ANY, ...named } : { ...plain(schema), ...named }
}

/** Titles, and descriptions for people. */
function namesOf({ title, description }: JsonSchema): Pick<JsonSchema, 'title' | 'description'> {
  return {
    ...(title !== undefined && { title }),
    ...(description?.startsWith('@') && { description }),
  }
}

/** An example, which an empty field shows. */
function exampleOf(schema: JsonSchema): { readonly examples?: readonly unknown[] } {
  const { examples } = schema as { readonly examples?: readonly unknown[] }
  return examples ? { examples } : {}
}

/** Without what is said anew or fills values in by itself. */
function plain(schema: JsonSchema): JsonSchema {
  const { title: _, description: __, default: ___, ...rest } = schema
  return rest
}

function choice(
  branches: readonly JsonSchema[],
  named: Pick<JsonSchema, 'title' | 'description'>,
): JsonSchema {
  const words = branches.map(({ const: word }) => word)
  if (words.every((word) => word !== undefined)) return { type: typeof words[0], enum: words, ...named }
  return {
    ...named,
    anyOf: branches.map((branch) => {
      const title = branch.title ?? KINDS[String(branch.type)]
      return { ...drawable(branch), ...(title !== undefined && { title }) }
    }),
  }
}

function objectOf(schema: JsonSchema, named: Pick<JsonSchema, 'title' | 'description'>): JsonSchema {
  const { properties = {}, patternProperties, additionalProperties, ...rest } = plain(schema)
  const isOpen =
    patternProperties !== undefined || additionalProperties === true || isRecord(additionalProperties)
  return {
    ...rest,
    ...named,
    properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, drawable(part)])),
    ...(isOpen && { additionalProperties: ANY }),
  }
}

const STEP = { $ref: '#/definitions/step' } as const

/** One step, or several after each other. */
function actionChoice(): JsonSchema {
  return {
    anyOf: [
      { ...STEP, title: '@schemaForm.oneStep' },
      { type: 'array', items: STEP, title: '@schemaForm.severalSteps' },
    ],
  }
}

/** A step is what its verb says; steps within steps come back to here. */
function actionDefinitions(): Readonly<Record<string, JsonSchema>> {
  const branches = [...verbs.values()].map((verb) => ({
    ...drawable(verb.schema as JsonSchema),
    title: verb.name,
  }))
  return { step: { type: 'object', anyOf: branches } }
}
