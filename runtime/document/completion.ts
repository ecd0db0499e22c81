import { getLocation, getNodeValue, type JSONPath, parseTree } from 'jsonc-parser'
import { isRecord } from '../json'
import type { JsonSchema } from '../schema/json-schema'

/** What may be written at a place of a document. */
export interface DocumentCompletion {
  /** Characters of the text that it takes the place of. */
  readonly from: number
  readonly to: number
  readonly choices: readonly {
    readonly label: string
    /** JSON of it: a key with its quotes, a value. */
    readonly insert: string
    readonly kind: 'key' | 'value'
    /** What it means, in the words of the schema. */
    readonly means?: string
  }[]
}

/** JSON Schemas that refer to each other, by their file names. */
export type SchemaFiles = Readonly<Record<string, JsonSchema>>

/** Schemas may refer to themselves; so deep nothing is written. */
const DEEPEST = 40

/**
 * Keys that are not there yet, or values that a schema lists, at an offset of a text that need not be sound; null where the
 * schema says nothing of it.
 * @param file name of the schema of the whole text, in `schemas`
 */
export function completionsAt(
  text: string,
  offset: number,
  file: string,
  schemas: SchemaFiles,
): DocumentCompletion | null {
  const root = schemas[file]
  if (!root) return null
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset)
  const tree = parseTree(text, [], { allowTrailingComma: true })
  const value: unknown = tree ? getNodeValue(tree) : undefined
  const inPlace =
    previousNode && offset >= previousNode.offset && offset <= previousNode.offset + previousNode.length
  const [from, to] = inPlace
    ? [previousNode.offset, previousNode.offset + previousNode.length]
    : [offset, offset]
  const at = new SchemaPlaces(schemas).at(
    { schema: root, file },
    value,
    isAtPropertyKey ? path.slice(0, -1) : path,
  )
  const choices = isAtPropertyKey
    ? keysOf(at, valueAt(value, path.slice(0, -1)), String(path.at(-1) ?? ''))
    : valuesOf(at)
  return choices.length === 0 ? null : { from, to, choices }
}

interface Place {
  readonly schema: JsonSchema
  /** The file that its references are of. */
  readonly file: string
}

type Choice = DocumentCompletion['choices'][number]

function keysOf(places: readonly Place[], value: unknown, written: string): readonly Choice[] {
  const present = new Set(isRecord(value) ? Object.keys(value) : [])
  const found = new Map<string, Choice>()
  for (const { schema } of places)
    for (const [name, { description }] of Object.entries(schema.properties ?? {})) {
      if (found.has(name) || (present.has(name) && name !== written)) continue
      found.set(name, {
        label: name,
        insert: JSON.stringify(name),
        kind: 'key',
        ...(description !== undefined && { means: description }),
      })
    }
  return [...found.values()]
}

function valuesOf(places: readonly Place[]): readonly Choice[] {
  const values = new Set<unknown>()
  for (const { schema } of places) {
    for (const value of schema.enum ?? []) values.add(value)
    if (schema.const !== undefined) values.add(schema.const)
    if (schema.type === 'boolean') for (const value of [true, false]) values.add(value)
  }
  return [...values].map((value) => ({
    label: String(value),
    insert: JSON.stringify(value),
    kind: 'value' as const,
  }))
}

function valueAt(value: unknown, path: JSONPath): unknown {
  return path.reduce<unknown>((owner, key) => {
    if (Array.isArray(owner)) return owner[Number(key)]
    return isRecord(owner) ? owner[String(key)] : undefined
  }, value)
}

class SchemaPlaces {
  private readonly schemas: SchemaFiles

  constructor(schemas: SchemaFiles) {
    this.schemas = schemas
  }

  /** All that a schema says of what stands at a path of a value. */
  at(root: Place, value: unknown, path: JSONPath): readonly Place[] {
    let places = this.spread(root, value)
    for (const [depth, key] of path.entries()) {
      const below = valueAt(value, path.slice(0, depth + 1))
      places = places.flatMap((place) => this.below(place, key).flatMap((one) => this.spread(one, below)))
    }
    return places
  }

  private below({ schema, file }: Place, key: string | number): readonly Place[] {
    const { items, properties, patternProperties, additionalProperties } = schema
    if (typeof key === 'number') return items ? [{ schema: items, file }] : []
    const known = properties && Object.hasOwn(properties, key) ? properties[key] : undefined
    const other =
      Object.values(patternProperties ?? {})[0] ??
      (typeof additionalProperties === 'object' ? additionalProperties : undefined)
    const found = known ?? other
    return found ? [{ schema: found, file }] : []
  }

  /** The schema with what it refers to, its branches and those that hold for the value. */
  private spread({ schema, file }: Place, value: unknown, depth = 0): readonly Place[] {
    if (depth > DEEPEST) return []
    const also = (one: JsonSchema, from = file) => this.spread({ schema: one, file: from }, value, depth + 1)
    const { $ref, anyOf = [], allOf = [] } = schema
    const target = $ref === undefined ? undefined : this.target($ref, file)
    const condition = schema.if
    return [
      { schema, file },
      ...(target ? also(target.schema, target.file) : []),
      ...anyOf.filter((branch) => this.mayBe(branch, file, value)).flatMap((branch) => also(branch)),
      ...allOf.flatMap((part) => also(part)),
      ...(condition && schema.then && holds(condition, value) ? also(schema.then) : []),
    ]
  }

  private target(reference: string, file: string): Place | undefined {
    const [other = '', pointer = ''] = reference.split('#')
    const name = other === '' ? file : other
    const found = pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((owner, key) => (isRecord(owner) ? owner[key] : undefined), this.schemas[name])
    return isRecord(found) ? { schema: found as JsonSchema, file: name } : undefined
  }

  /** Of several kinds that a value may be those of which it shares a key, as far as there is one. */
  private mayBe(branch: JsonSchema, file: string, value: unknown): boolean {
    const target = branch.$ref === undefined ? undefined : this.target(branch.$ref, file)
    const { properties, type } = target?.schema ?? branch
    if (Array.isArray(value)) return type === undefined || type === 'array'
    if (!isRecord(value) || !properties) return type !== 'array' || value === undefined
    const keys = Object.keys(value).filter((key) => key !== '')
    return keys.length === 0 || keys.some((key) => Object.hasOwn(properties, key))
  }
}

/** Conditions as the schemas of documents have them: members that are there, and what they are. */
function holds(condition: JsonSchema, value: unknown): boolean {
  if (condition.not) return !holds(condition.not, value)
  if (!isRecord(value)) return false
  const { required = [], properties = {} } = condition
  return (
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(properties).every(
      ([name, { const: wanted }]) => wanted === undefined || value[name] === wanted,
    )
  )
}
