import type { JsonSchema } from '../schema/json-schema'

/**
 * What a word demands of its value beyond its shape, and often only the place knows: a list of rows, an address that
 * leads somewhere, a script that parses. Schemas carry it beside their word under `wants`.
 */
export type Want = 'list' | 'number' | 'address' | 'script' | 'datePattern' | 'optionMember' | 'condition'

export function wanting<S extends object>(schema: S, wants: Want): S {
  return { ...schema, wants }
}

/** A number or moment that must not lie below its sibling `other`: `max` beside `min`. */
export function notBelow<S extends object>(schema: S, other: string): S {
  return { ...schema, notBelow: other }
}

interface Constrained {
  readonly wants?: Want
  readonly notBelow?: string
}

export function constraintsOf(schema: JsonSchema): Constrained {
  return schema as Constrained
}
