import type { JsonSchema } from '../schema/json-schema'

/**
 * What is known of a value before it is there: which members it has. `open` may have any; a schema says what the contract
 * promises; `members` are names that a document gives.
 */
export type Shape =
  | 'open'
  | { readonly kind: 'schema'; readonly schema: JsonSchema; readonly definitions: Definitions }
  | { readonly kind: 'members'; readonly members: ReadonlyMap<string, Shape> }
  | { readonly kind: 'list'; readonly entry: Shape }
  | { readonly kind: 'any'; readonly shapes: readonly Shape[] }

type Definitions = Readonly<Record<string, JsonSchema>>

export function schemaShape(schema: JsonSchema | undefined, definitions: Definitions = {}): Shape {
  if (!schema) return 'open'
  const { $defs } = schema
  return { kind: 'schema', schema, definitions: $defs ? { ...definitions, ...$defs } : definitions }
}

export const TEXT = schemaShape({ type: 'string' })
export const NUMBER = schemaShape({ type: 'number' })
export const BOOLEAN = schemaShape({ type: 'boolean' })

export function membersShape(members: Iterable<readonly [string, Shape]>): Shape {
  return { kind: 'members', members: new Map(members) }
}

export function listShape(entry: Shape): Shape {
  return { kind: 'list', entry }
}

/** One of several; what one of them leaves open is open. */
export function anyShape(shapes: readonly Shape[]): Shape {
  const [only, second] = shapes
  if (only === undefined || shapes.includes('open')) return 'open'
  return second === undefined ? only : { kind: 'any', shapes }
}

/** A member; undefined where there is none. A list's member is that of its entries: a column. */
export function memberOf(shape: Shape, name: string): Shape | undefined {
  const plain = resolved(shape)
  if (plain === 'open') return 'open'
  switch (plain.kind) {
    case 'members':
      return plain.members.get(name)
    case 'list':
      return name === 'length' ? NUMBER : columnOf(plain.entry, name)
    case 'any':
      return any(plain.shapes.flatMap((candidate) => memberOf(candidate, name) ?? []))
    case 'schema': {
      const { properties = {}, patternProperties, additionalProperties } = plain.schema
      const known = properties[name] ?? (patternProperties && Object.values(patternProperties)[0])
      if (known) return schemaShape(known, plain.definitions)
      if (additionalProperties === true) return 'open'
      return additionalProperties ? schemaShape(additionalProperties, plain.definitions) : undefined
    }
  }
}

function columnOf(entry: Shape, name: string): Shape | undefined {
  const member = memberOf(entry, name)
  return member && listShape(member)
}

function any(shapes: readonly Shape[]): Shape | undefined {
  return shapes.length === 0 ? undefined : anyShape(shapes)
}

/** Names of the members there are, for the nearest of them. */
export function memberNames(shape: Shape): readonly string[] {
  const plain = resolved(shape)
  if (plain === 'open') return []
  switch (plain.kind) {
    case 'members':
      return [...plain.members.keys()]
    case 'list':
      return memberNames(plain.entry)
    case 'any':
      return [...new Set(plain.shapes.flatMap(memberNames))]
    case 'schema':
      return Object.keys(plain.schema.properties ?? {})
  }
}

/** The entries of a list; open where it is not known to be one. */
export function entryOf(shape: Shape): Shape {
  const plain = resolved(shape)
  if (plain === 'open') return 'open'
  if (plain.kind === 'list') return plain.entry
  if (plain.kind === 'any') return anyShape(plain.shapes.map(entryOf))
  return 'open'
}

/** The entries of an answer's rows: of the answer itself, or of its `list`. */
export function rowsOf(answer: Shape): Shape {
  if (isList(answer)) return entryOf(answer)
  const list = memberOf(answer, 'list')
  return list ? entryOf(list) : 'open'
}

/** What kinds of value there are, null aside. */
export type ValueKind = 'string' | 'number' | 'boolean' | 'array' | 'object'

/** The kinds of value that a shape can have; null where nothing is known. What can be null besides can be its kinds. */
export function kindsOf(shape: Shape): ReadonlySet<ValueKind> | null {
  if (shape === 'open') return null
  switch (shape.kind) {
    case 'members':
      return new Set(['object'])
    case 'list':
      return new Set(['array'])
    case 'any':
      return together(shape.shapes)
    case 'schema': {
      const { schema, definitions } = shape
      const target = schema.$ref === undefined ? undefined : definitions[nameOf(schema.$ref)]
      if (schema.$ref !== undefined) return target ? kindsOf(schemaShape(target, definitions)) : null
      const branches = schema.anyOf ?? schema.oneOf
      if (branches) return together(branches.map((branch) => schemaShape(branch, definitions)))
      const values = schema.const === undefined ? schema.enum : [schema.const]
      const types = schema.type === undefined ? values?.map(typeOf) : [schema.type].flat()
      if (!types) return null
      return new Set(types.flatMap((type) => KINDS[type] ?? []))
    }
  }
}

const KINDS: Readonly<Record<string, ValueKind>> = {
  ...{ string: 'string', number: 'number', integer: 'number', boolean: 'boolean' },
  ...{ array: 'array', object: 'object' },
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

function together(shapes: readonly Shape[]): ReadonlySet<ValueKind> | null {
  const kinds = shapes.map(kindsOf)
  return kinds.includes(null) ? null : new Set(kinds.flatMap((some) => [...(some ?? [])]))
}

const nameOf = (reference: string) => reference.replace(/^#\/(?:\$defs|definitions)\//, '')

/** Whether a value of this shape can be a list. */
export function isList(shape: Shape): boolean {
  const plain = resolved(shape)
  return plain !== 'open' && plain.kind === 'list'
}

/** Follows references; lists, unions and what says nothing of its members take their own kind. */
function resolved(shape: Shape): Shape {
  if (shape === 'open' || shape.kind !== 'schema') return shape
  const { schema, definitions } = shape
  if (schema.$ref !== undefined) {
    const target = definitions[nameOf(schema.$ref)]
    return target ? resolved(schemaShape(target, definitions)) : 'open'
  }
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) {
    const shapes = branches
      .filter(({ type }) => type !== 'null')
      .map((branch) => resolved(schemaShape(branch, definitions)))
    return anyShape(shapes)
  }
  if (schema.allOf) return 'open'
  const type = onlyTypeOf(schema)
  if (type === 'array')
    return schema.items ? listShape(schemaShape(schema.items, definitions)) : listShape('open')
  if (schema.properties || schema.patternProperties) return shape
  return type === undefined || type === 'object' ? 'open' : NO_MEMBERS
}

const NO_MEMBERS = membersShape([])

/** The type of a value, null aside; undefined where it may have several. */
function onlyTypeOf({ type }: JsonSchema): string | undefined {
  if (typeof type !== 'object') return type === 'null' ? undefined : type
  const types = type.filter((one) => one !== 'null')
  return types.length === 1 ? types[0] : undefined
}

/** The values that a value of this shape is one of, null aside; undefined where it may be another. */
export function choicesOf(shape: Shape): readonly unknown[] | undefined {
  if (shape === 'open' || shape.kind === 'list' || shape.kind === 'members') return undefined
  if (shape.kind === 'any') return allOf(shape.shapes.map(choicesOf))
  const { schema, definitions } = shape
  const within = (part: JsonSchema) => choicesOf(schemaShape(part, definitions))
  if (schema.$ref !== undefined) {
    const target = definitions[nameOf(schema.$ref)]
    return target && within(target)
  }
  if (schema.const !== undefined) return [schema.const]
  if (schema.enum) return schema.enum
  const branches = schema.anyOf ?? schema.oneOf
  return branches && allOf(branches.filter(({ type }) => type !== 'null').map(within))
}

/** Undefined where one of them is not known. */
function allOf(lists: readonly (readonly unknown[] | undefined)[]): readonly unknown[] | undefined {
  return lists.includes(undefined) ? undefined : lists.flatMap((list) => list ?? [])
}
