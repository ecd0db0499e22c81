import type { TSchema } from 'typebox'
import type { Call } from './call'
import { ANSWER_LIMIT, BODY_LIMIT, JSON_NESTING } from './limits'

/** The parts of a schema that say how large a value may be. */
export interface SizedSchema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly SizedSchema[]
  readonly oneOf?: readonly SizedSchema[]
  readonly allOf?: readonly SizedSchema[]
  readonly items?: SizedSchema | readonly SizedSchema[]
  readonly properties?: Readonly<Record<string, SizedSchema>>
  readonly patternProperties?: Readonly<Record<string, SizedSchema>>
  readonly additionalProperties?: SizedSchema | boolean
  readonly maxLength?: number
  readonly maxItems?: number
  readonly maxProperties?: number
  /** Of the value as JSON text in UTF-8: what bounds a value whose members the schema does not name. */
  readonly maxBytes?: number
}

const PARTS = ['params', 'query', 'body'] as const
const SCALARS: readonly unknown[] = ['integer', 'number', 'boolean', 'null']

/** Bytes that a body of a call may have: of JSON, or of the members of a form. */
export function bodyLimitOf(call: Pick<Call, 'bodyLimit'>): number {
  return call.bodyLimit ?? BODY_LIMIT
}

/** Lists and objects inside each other that a body of a call may have, and each JSON text in it. */
export function nestingOf(call: Pick<Call, 'nesting'>): number {
  return call.nesting ?? JSON_NESTING
}

/**
 * Bytes that a call's answer may have, beside the envelope, or that it is sent in pieces of any number.
 * @throws Error where it has not been said: what a `binary` call answers has no usual size
 */
export function answerLimitOf({
  name,
  wire,
  answerLimit,
}: Pick<Call, 'name' | 'wire' | 'answerLimit'>): number | 'piecewise' {
  if (answerLimit !== undefined) return answerLimit
  if (wire === 'binary') throw new Error(`The call ${name} has no maximum for its answer.`)
  return ANSWER_LIMIT
}

/**
 * The members of a call's request that nothing bounds, as JSON pointers into the call (`/body/properties/ids/items`): texts
 * without `maxLength`, arrays without `maxItems`, records without `maxProperties`, and values of any shape without `maxBytes`.
 */
export function unboundedMembers(call: Pick<Call, (typeof PARTS)[number]>): readonly string[] {
  return PARTS.flatMap((part) => {
    const schema: TSchema | undefined = call[part]
    return schema ? unboundedIn(schema as SizedSchema, `/${part}`) : []
  })
}

function unboundedIn(schema: SizedSchema, pointer: string): readonly string[] {
  if (schema.maxBytes !== undefined || 'const' in schema || schema.enum) return []
  for (const keyword of ['anyOf', 'oneOf', 'allOf'] as const) {
    const branches = schema[keyword]
    if (branches) return branches.flatMap((branch, at) => unboundedIn(branch, `${pointer}/${keyword}/${at}`))
  }
  const types = schema.type === undefined ? [undefined] : [schema.type].flat()
  return types.flatMap((type) => {
    if (type === 'string') return schema.maxLength === undefined ? [pointer] : []
    if (type === 'array') return unboundedArray(schema, pointer)
    if (type === 'object') return unboundedObject(schema, pointer)
    return SCALARS.includes(type) ? [] : [pointer]
  })
}

function unboundedArray({ maxItems, items }: SizedSchema, pointer: string): readonly string[] {
  const own = maxItems === undefined ? [pointer] : []
  if (!items) return [...own, pointer]
  return [
    ...own,
    ...(isList(items)
      ? items.flatMap((item, at) => unboundedIn(item, `${pointer}/items/${at}`))
      : unboundedIn(items, `${pointer}/items`)),
  ]
}

/** Members that an object's schema does not name beside those it does go with the body's own limit. */
function unboundedObject(schema: SizedSchema, pointer: string): readonly string[] {
  const named = Object.entries(schema.properties ?? {})
  const free = Object.entries(schema.patternProperties ?? {})
  const rest = schema.additionalProperties
  const isOpen = free.length > 0 || (typeof rest === 'object' ? true : named.length === 0 && rest !== false)
  const below =
    (keyword: string) =>
    ([name, member]: readonly [string, SizedSchema]) =>
      unboundedIn(member, `${pointer}/${keyword}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  return [
    ...(isOpen && schema.maxProperties === undefined ? [pointer] : []),
    ...named.flatMap(below('properties')),
    ...free.flatMap(below('patternProperties')),
    ...(typeof rest === 'object' ? unboundedIn(rest, `${pointer}/additionalProperties`) : []),
    // Without any schema for its members an object may hold one of any size.
    ...(isOpen && free.length === 0 && typeof rest !== 'object' && schema.maxProperties !== undefined
      ? [pointer]
      : []),
  ]
}

const isList = (items: SizedSchema | readonly SizedSchema[]): items is readonly SizedSchema[] =>
  Array.isArray(items)
