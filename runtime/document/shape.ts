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

const LENGTH: Shape = { kind: 'members', members: new Map() }

export function schemaShape(schema: JsonSchema | undefined, definitions: Definitions = {}): Shape {
  return schema ? { kind: 'schema', schema, definitions: { ...definitions, ...schema.$defs } } : 'open'
}

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
      return name === 'length' ? LENGTH : memberOf(plain.entry, name)
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
    const target = referred(schema.$ref, definitions)
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
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null')
  if (types.length === 1 && types[0] === 'array')
    return schema.items ? listShape(schemaShape(schema.items, definitions)) : listShape('open')
  if (schema.properties || schema.patternProperties) return shape
  if (types.length === 1 && types[0] !== 'object') return membersShape([])
  return 'open'
}

/** JSON types that a value of this shape can have, null aside; undefined where that is not known. */
export function typesOf(shape: Shape): ReadonlySet<string> | undefined {
  if (shape === 'open') return undefined
  if (shape === LENGTH) return new Set(['number'])
  switch (shape.kind) {
    case 'list':
      return new Set(['array'])
    case 'members':
      return new Set(['object'])
    case 'any':
      return together(shape.shapes.map(typesOf))
    case 'schema': {
      const { schema, definitions } = shape
      const within = (part: JsonSchema) => typesOf(schemaShape(part, definitions))
      if (schema.$ref !== undefined) {
        const target = referred(schema.$ref, definitions)
        return target && within(target)
      }
      const branches = schema.anyOf ?? schema.oneOf
      if (branches) return together(branches.filter(({ type }) => type !== 'null').map(within))
      const values = schema.const !== undefined ? [schema.const] : schema.enum
      const types = schema.type ? [schema.type].flat() : values?.map(typeOfValue)
      return types && new Set(types.filter((type) => type !== 'null'))
    }
  }
}

/** The values that a value of this shape is one of, null aside; undefined where it may be another. */
export function choicesOf(shape: Shape): readonly unknown[] | undefined {
  if (shape === 'open' || shape.kind === 'list' || shape.kind === 'members') return undefined
  if (shape.kind === 'any') return allOf(shape.shapes.map(choicesOf))
  const { schema, definitions } = shape
  const within = (part: JsonSchema) => choicesOf(schemaShape(part, definitions))
  if (schema.$ref !== undefined) {
    const target = referred(schema.$ref, definitions)
    return target && within(target)
  }
  if (schema.const !== undefined) return [schema.const]
  if (schema.enum) return schema.enum
  const branches = schema.anyOf ?? schema.oneOf
  return branches && allOf(branches.filter(({ type }) => type !== 'null').map(within))
}

function referred($ref: string, definitions: Definitions): JsonSchema | undefined {
  return definitions[$ref.replace(/^#\/(?:\$defs|definitions)\//, '')]
}

const typeOfValue = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** Undefined where one of them is not known. */
function together(sets: readonly (ReadonlySet<string> | undefined)[]): ReadonlySet<string> | undefined {
  return sets.includes(undefined) ? undefined : new Set(sets.flatMap((set) => [...(set ?? [])]))
}

function allOf(lists: readonly (readonly unknown[] | undefined)[]): readonly unknown[] | undefined {
  return lists.includes(undefined) ? undefined : lists.flatMap((list) => list ?? [])
}
