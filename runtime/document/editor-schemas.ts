import type { JsonSchema } from '../schema/json-schema'
import { KEYS, MEANINGS } from './editor-words'
import { wordOf } from './word'

type Part = Readonly<Record<string, unknown>>

/**
 * A schema as editors read it: without what only the checker obeys, with a description and an example on every word, and
 * with everything that stands in it more than once said once, under `$defs`.
 * @param definitions schemas by the names under which others refer to them
 */
export function editorSchema(schema: object, definitions: Readonly<Record<string, unknown>>): JsonSchema {
  const { $defs, ...root } = decorated({ ...schema, $defs: definitions }) as Part & { $defs: Part }
  return shared(root, $defs) as JsonSchema
}

/**
 * A schema whose descriptions are sentences: what is a locale key is translated, and keeps its key as `$comment` for
 * whoever has readers of several languages. A title that is a key says no more than the description and goes.
 */
export function inSentences(schema: JsonSchema, translate: (key: string) => string): JsonSchema {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
      const isKey = typeof member === 'string' && member.startsWith('@')
      if (key === 'title' && isKey) return []
      if (key === 'description' && isKey)
        return [
          ['$comment', member],
          [key, translate(member)],
        ]
      return [[key, isVerbatim(key) ? member : walk(member)]]
    })
    return Object.fromEntries(entries)
  }
  return walk(schema) as JsonSchema
}

/** Values of documents are no schemas. */
const isVerbatim = (key: string) =>
  key === 'examples' || key === 'default' || key === 'const' || key === 'enum'

/** The schema as it stands in its file: each member and definition on a line, so that changes show and the file is small. */
export function schemaText(schema: JsonSchema): string {
  const lines = Object.entries(schema).map(([key, value]) => {
    const isMap = key === 'properties' || key === '$defs'
    return `  ${JSON.stringify(key)}: ${isMap ? map(value as Part) : JSON.stringify(value)}`
  })
  return `{\n${lines.join(',\n')}\n}\n`
}

function map(members: Part): string {
  const lines = Object.entries(members).map(
    ([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  )
  return `{\n${lines.join(',\n')}\n  }`
}

/** Words that are said once, under the definition of that name. */
const DEFINED: Readonly<Record<string, string>> = {
  text: 'text',
  pattern: 'pattern',
  call: 'call',
  right: 'right',
  module: 'module',
  resource: 'resource',
}

/** Resources by what they are named for: an act of one, or one that is saved with its own calls or with an act. */
const NEEDED: Readonly<Record<string, string>> = { act: 'act', save: 'saved' }

function decorated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decorated)
  if (typeof value !== 'object' || value === null) return value
  const { loam, $comment, needs, wants, notBelow, short, filled, required, ...rest } = value as Part
  // What may be written shorter is offered beside the long form.
  if (Array.isArray(short)) {
    const { short: _short, description, examples, default: fallback, ...long } = value as Part
    const anyOf = [...short, long].map(decorated)
    return { description, examples, default: fallback, anyOf }
  }
  const plain: Record<string, unknown> = {}
  // What a resource says may be left out. As a member, `required` is a word of its own.
  const left = Array.isArray(filled) && Array.isArray(required)
  const needed = left ? required.filter((key) => !filled.includes(key)) : required
  for (const [key, member] of Object.entries({ ...rest, ...(needed !== undefined && { required: needed }) }))
    plain[key] = isMemberMap(key, member) ? members(member) : decorated(member)
  const defined = typeof loam === 'string' ? (NEEDED[String(needs)] ?? DEFINED[loam]) : undefined
  if (!defined) return plain
  const { description, examples, default: fallback } = plain
  return { description, examples, default: fallback, $ref: `#/$defs/${defined}` }
}

function isMemberMap(key: string, member: unknown): member is Part {
  return key === 'properties' && typeof member === 'object' && member !== null
}

function members(properties: Part): Part {
  return Object.fromEntries(
    Object.entries(properties).map(([key, member]) => [key, described(key, member as JsonSchema)]),
  )
}

/** A word with its description and an example: its own, those of its meaning, those of its key. */
function described(key: string, schema: JsonSchema): unknown {
  const kind = wordOf(schema)
  const own = schema as JsonSchema & { readonly examples?: readonly unknown[] }
  const meaning = kind && MEANINGS[kind]
  const description = own.description ?? own.title ?? KEYS[key]?.description
  const example = meaning?.example ?? exampleOf(key, own)
  const examples = own.examples ?? (example === undefined ? undefined : [example])
  const plain = decorated(schema) as Part
  return { description, ...plain, ...(description !== undefined && { description }), examples }
}

/** A value of a schema: what it says itself, the place after the colon of its description, or what its key is used for. */
function exampleOf(key: string, schema: JsonSchema): unknown {
  const ownExample = /: ([^\s"{[]+)$/.exec(schema.description ?? '')?.[1]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (KEYS[key]?.example !== undefined) return KEYS[key]?.example
  if (schema.default !== undefined && schema.default !== '') return schema.default
  switch ([schema.type].flat()[0]) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'string':
      return ownExample ?? key
    case 'array':
      return [itemExample(key, schema.items)]
    case 'object':
      return objectExample(schema)
    default:
      return schema.anyOf ? itemExample(key, schema.anyOf[0]) : (ownExample ?? key)
  }
}

function itemExample(key: string, schema: JsonSchema | undefined): unknown {
  if (!schema) return key
  const kind = wordOf(schema)
  return (kind && MEANINGS[kind].example) ?? exampleOf(key, schema)
}

function objectExample({ properties = {}, required = [] }: JsonSchema): unknown {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name))
      .map(([name, member]) => [name, itemExample(name, member)]),
  )
}

/** What is shorter than a reference to it stays where it is. */
const WORTH = 60

/** Puts parts that stand in several places under `$defs`, named by the key at which they stand first. */
function shared(root: Part, definitions: Part): unknown {
  const counts = new Map<string, number>()
  const count = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    const text = JSON.stringify(value)
    const times = (counts.get(text) ?? 0) + 1
    counts.set(text, times)
    // What is inside something that is shared is said once already.
    if (times === 1) for (const member of Object.values(value)) count(member)
  }
  count(root)
  count(Object.values(definitions))
  const named = new Map<string, string>()
  const $defs: Record<string, unknown> = {}
  const place = (key: string, schema: Part): unknown => {
    const text = JSON.stringify(schema)
    if ((counts.get(text) ?? 0) < 2 || text.length < WORTH) return inside(schema)
    const known = named.get(text)
    if (known !== undefined) return { $ref: `#/$defs/${known}` }
    let name = key
    for (let next = 2; name in definitions || name in $defs; next++) name = `${key}-${next}`
    named.set(text, name)
    $defs[name] = {}
    $defs[name] = inside(schema)
    return { $ref: `#/$defs/${name}` }
  }
  const inside = (schema: Part): Part =>
    Object.fromEntries(
      Object.entries(schema).map(([key, value]) => [
        key,
        isMemberMap(key, value) ? each(value) : below(key, value),
      ]),
    )
  const each = (properties: Part): Part =>
    Object.fromEntries(Object.entries(properties).map(([key, member]) => [key, place(key, member as Part)]))
  const below = (key: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((entry) => below(key, entry))
    const isSchema = ['items', 'anyOf', 'allOf', 'then', 'patternProperties'].includes(key)
    return isSchema && typeof value === 'object' && value !== null ? inside(value as Part) : value
  }
  const own = Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [name, inside(schema as Part)]),
  )
  return { ...inside(root), $defs: { ...own, ...$defs } }
}
