import type { Draft, JsonSchema } from './json-schema'

/** Where a schema stands: what its references are relative to, and the draft it is read by. */
export interface Place {
  /** The absolute URI of the schema resource, without a fragment. */
  readonly base: string
  readonly draft: Draft
}

/** The base of a schema that has no `$id`; references of its own begin with `#`. */
export const NAMELESS = 'schema:/'

const DRAFTS: Readonly<Record<string, Draft>> = {
  'http://json-schema.org/draft-07/schema': 'draft-07',
  'https://json-schema.org/draft/2020-12/schema': '2020-12',
}

/** The place that a schema opens by its `$id` and `$schema`; the one around it where it has neither. */
export function placeIn(schema: JsonSchema, around: Place): Place {
  const { $schema, $id } = schema
  const draft = ($schema && DRAFTS[$schema.replace(/#$/, '')]) || around.draft
  // In draft-07 what stands beside a reference is not read.
  const isNamed = typeof $id === 'string' && !$id.startsWith('#') && !(draft === 'draft-07' && schema.$ref)
  const base = isNamed ? splitReference($id, around.base).uri : around.base
  return base === around.base && draft === around.draft ? around : { base, draft }
}

/** The absolute URI of a reference, and its fragment as it is written. */
export function splitReference(
  reference: string,
  base: string,
): { readonly uri: string; readonly fragment: string } {
  const [path = '', fragment = ''] = reference.split('#', 2)
  if (path === '') return { uri: base, fragment }
  try {
    return { uri: new URL(path, base).href, fragment }
  } catch {
    return { uri: path, fragment }
  }
}

/** The anchor that a schema gives itself; draft-07 wrote it as an `$id` that begins with `#`. */
export function anchorsOf(
  schema: JsonSchema,
  draft: Draft,
): { readonly plain?: string; readonly dynamic?: string } {
  if (draft === 'draft-07') {
    const isAnchor = schema.$id?.startsWith('#') && !schema.$ref
    return isAnchor ? { plain: String(schema.$id).slice(1) } : {}
  }
  const { $anchor, $dynamicAnchor } = schema
  return { ...($anchor && { plain: $anchor }), ...($dynamicAnchor && { dynamic: $dynamicAnchor }) }
}

/** Keywords that draft-07 does not have. */
const LATER = [
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  'dependentRequired',
  'dependentSchemas',
  'maxContains',
  'minContains',
  'prefixItems',
  'unevaluatedItems',
  'unevaluatedProperties',
] as const

/** A schema with the keywords alone that its draft reads. */
export function asRead(schema: JsonSchema, draft: Draft): JsonSchema {
  if (draft !== 'draft-07') return schema
  if (schema.$ref !== undefined) return { $ref: schema.$ref }
  if (!LATER.some((keyword) => Object.hasOwn(schema, keyword))) return schema
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => !(LATER as readonly string[]).includes(key)),
  )
}
