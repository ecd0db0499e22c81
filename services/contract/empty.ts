import type { TSchema } from 'typebox'

/** What of a JSON Schema says whether an empty member is left out; a skeleton keeps only this (`skeleton.ts`). */
export interface Members {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Members[]
  readonly allOf?: readonly Members[]
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Members>>
  readonly required?: readonly string[]
  readonly items?: Members
}

/**
 * An input as the contract takes it: a member that holds nothing, and that may be left out but not be null, is left out. Nothing
 * is null, and an empty text where no text is a value: forms and addresses have no other way to say that a number or a date
 * is not there. What has to be given, and what may be null, goes as it is. Members of rows and of objects likewise.
 */
export function withoutEmpty(schema: TSchema | Members | undefined, value: unknown): unknown {
  const known = branchOf(schema as Members | undefined)
  if (!known || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const { items } = known
    return items ? value.map((entry) => withoutEmpty(items, entry)) : value
  }
  const { properties, required = [] } = known
  if (!properties || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (!schema) return [[name, member]]
      if (!required.includes(name) && isEmpty(schema, member) && !takesNull(schema)) return []
      return [[name, withoutEmpty(schema, member)]]
    }),
  )
}

/** What of a schema `withoutEmpty` looks at; undefined where nothing below it is ever left out. */
export function emptyMembersOf(schema: Members): Members | undefined {
  const known = branchOf(schema)
  const items = known?.items && emptyMembersOf(known.items)
  if (items) return { type: 'array', items }
  const { properties = {}, required = [] } = known ?? {}
  const kept = Object.entries(properties).flatMap(([name, member]): [string, Members][] => {
    const inside = emptyMembersOf(member)
    const isLeftOut = !required.includes(name) && !takesNull(member)
    if (!isLeftOut) return inside ? [[name, inside]] : []
    return [[name, { ...inside, type: inside?.type ?? (takesText(member) ? 'string' : 'number') }]]
  })
  if (kept.length === 0) return undefined
  // Of those that are kept for what is in them, null goes as it is.
  const fixed = kept.flatMap(([name]) => {
    const member = properties[name]
    return required.includes(name) || (member && takesNull(member)) ? [name] : []
  })
  return {
    type: 'object',
    properties: Object.fromEntries(kept),
    ...(fixed.length > 0 && { required: fixed }),
  }
}

/** What a value is beside null; of several kinds nothing is known of what is inside. */
function branchOf(schema: Members | undefined): Members | undefined {
  if (!schema?.anyOf) return schema
  const [only, second] = schema.anyOf.filter(({ type }) => type !== 'null')
  return second ? undefined : only
}

function isEmpty(schema: Members, value: unknown): boolean {
  return value === null || value === undefined || (value === '' && !takesText(schema))
}

function takesNull({ type, anyOf, allOf, enum: choices, const: only, $ref }: Members): boolean {
  if (anyOf) return anyOf.some(takesNull)
  if (allOf) return allOf.every(takesNull)
  if (choices) return choices.includes(null)
  if (only !== undefined) return only === null
  return type === undefined ? $ref === undefined : [type].flat().includes('null')
}

function takesText({ type, anyOf, allOf, enum: choices, const: only, $ref }: Members): boolean {
  if (anyOf) return anyOf.some(takesText)
  if (allOf) return allOf.every(takesText)
  if (choices) return choices.includes('')
  if (only !== undefined) return only === ''
  return type === undefined ? $ref === undefined : [type].flat().includes('string')
}
