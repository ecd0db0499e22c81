import { type TObject, type TProperties, Type } from 'typebox'
import { verbs } from '../action/verbs'
import { ListSchema } from '../list/document'
import { nodes } from '../page/nodes'
import { PageSchema } from '../page/schema'
import type { JsonSchema } from '../schema/json-schema'
import type { WidgetDefinition } from '../widget/definition'
import { editorSchema, inSentences } from './editor-schemas'
import type { CheckEnvironment } from './environment'
import { boundWords, FormSchema, fieldWords, groupWords, kindWords, subFormWords } from './form-schema'
import { FragmentSchema } from './fragment-schema'
import { FramedUse, Use } from './parts/use'
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
    ...(definition.grouping && groupWords),
    ...(definition.rowsAre === 'forms' ? subFormWords : kindWords[definition.kind]),
    ...(Object.hasOwn(settings, 'start') && Object.hasOwn(settings, 'end') && boundWords),
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
  environment: Pick<CheckEnvironment, 'catalogue' | 'callNames' | 'resources'> & {
    /** Codes of buttons and entries of the menu. */
    readonly rights: readonly string[]
    readonly modules: readonly string[]
    /** Says a description that is a locale key. */
    readonly text: (key: string) => string
  },
): Readonly<Record<string, JsonSchema>> {
  const definitions = {
    text: { anyOf: (Text as JsonSchema).anyOf },
    pattern: { anyOf: (Pattern as JsonSchema).anyOf },
    call: {
      anyOf: [{ enum: [...environment.callNames].sort() }, { type: 'string', pattern: '\\$\\{' }],
    },
    right: { enum: [...new Set(environment.rights)].sort() },
    module: { enum: [...environment.modules].sort() },
    resource: { enum: Object.keys(environment.resources).sort() },
    act: { enum: actsOf(environment.resources) },
    saved: { anyOf: [{ $ref: '#/$defs/resource' }, { $ref: '#/$defs/act' }] },
    ...stepSchemas(),
    action: { anyOf: [{ $ref: '#/$defs/step' }, { type: 'array', items: { $ref: '#/$defs/step' } }] },
  }
  const page = variants('node', new Map([...nodes].map(([name, node]) => [name, node.schema])))
  const form = variants(
    'widget',
    new Map(environment.catalogue.all().map((widget) => [widget.key, widgetSchema(widget)])),
  )
  // Fields and nodes are described once; what else stands in a page, a list or a fragment refers to them.
  const field = { $ref: 'form.schema.json#/$defs/field' }
  const node = { $ref: 'page.schema.json#/$defs/node' }
  const complete = (title: string, schema: object, own: Readonly<Record<string, unknown>>) =>
    inSentences(
      editorSchema({ $schema: DRAFT, title, ...schema }, { ...definitions, ...own }),
      environment.text,
    )
  return {
    'page.schema.json': complete('Page', PageSchema, { ...page, field }),
    'form.schema.json': complete('Form', FormSchema, form),
    'list.schema.json': complete('List', ListSchema, { node, field }),
    'fragment.schema.json': complete('Fragment', FragmentSchema, { node, field }),
  }
}

/** What is done to records: `notice.release`. */
function actsOf(resources: CheckEnvironment['resources']): readonly string[] {
  return Object.entries(resources)
    .flatMap(([name, { acts = {} }]) => Object.keys(acts).map((act) => `${name}.${act}`))
    .sort()
}

/** One schema over variants that a key's value tells apart, each under its own name: editors complete the variant's own keys. */
function variants(
  key: 'node' | 'widget',
  byName: ReadonlyMap<string, object>,
): Readonly<Record<string, unknown>> {
  const names = [...byName.keys()].sort()
  const each = Object.fromEntries(
    names.map((name) => [`${key}-${name}`, withoutKey(byName.get(name) ?? {}, key)]),
  )
  const variant = names.map((name) => ({
    if: { properties: { [key]: { const: name } }, required: [key] },
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's word; the object is never awaited.
    then: { $ref: `#/$defs/${key}-${name}` },
  }))
  const properties = { [key]: { enum: names } }
  // A fragment may stand instead.
  if (key === 'node')
    return {
      ...each,
      node: { anyOf: [FramedUse, { type: 'object', required: [key], properties, allOf: variant }] },
    }
  const field = { type: 'object', properties, allOf: [OF_MEMBER, ...variant] }
  return { ...each, field: { anyOf: [Use, MEMBER, field] } }
}

/** A member of the form's resource by its name alone. */
const MEMBER = { type: 'string', description: 'A member of the resource', examples: ['fullName'] }
/** A field without a widget: its resource's member says which. */
const OF_MEMBER = {
  if: { not: { required: ['widget'] } },
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema's word; the object is never awaited.
  then: { required: ['name'], properties: fieldWords },
}

/** The key that tells variants apart is said once, with all its values; the variant only allows it. */
function withoutKey(schema: object, key: string): object {
  const { properties = {}, required = [], ...rest } = schema as JsonSchema
  const others = required.filter((name) => name !== key)
  return {
    ...rest,
    ...(others.length > 0 && { required: others }),
    properties: { ...properties, [key]: KNOWN[key] },
  }
}

const KNOWN: Readonly<Record<string, object>> = {
  node: { description: 'What is drawn', examples: ['list'] },
  widget: { description: 'How it is entered and shown', examples: ['input'] },
}

/** A step is told apart by which verb's key it has. */
function stepSchemas(): Readonly<Record<string, unknown>> {
  const names = [...verbs.keys()].sort()
  return {
    ...Object.fromEntries(names.map((name) => [`verb-${name}`, { ...verbs.get(name)?.schema, title: name }])),
    step: { type: 'object', anyOf: names.map((name) => ({ $ref: `#/$defs/verb-${name}` })) },
  }
}
