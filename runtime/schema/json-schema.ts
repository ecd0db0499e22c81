/** A schema of JSON Schema: draft 2020-12, and what draft-07 had instead (`items` as a list, `additionalItems`, `dependencies`, `definitions`). */
export interface JsonSchema {
  readonly $schema?: string
  readonly $id?: string
  readonly $ref?: string
  readonly $anchor?: string
  readonly $dynamicRef?: string
  readonly $dynamicAnchor?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly definitions?: Readonly<Record<string, JsonSchema>>
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean | JsonSchema
  readonly unevaluatedProperties?: boolean | JsonSchema
  readonly propertyNames?: JsonSchema
  readonly required?: readonly string[]
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>
  readonly dependentSchemas?: Readonly<Record<string, JsonSchema>>
  readonly dependencies?: Readonly<Record<string, JsonSchema | readonly string[]>>
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly additionalItems?: boolean | JsonSchema
  readonly unevaluatedItems?: boolean | JsonSchema
  readonly contains?: JsonSchema
  readonly minContains?: number
  readonly maxContains?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly not?: JsonSchema
  readonly if?: JsonSchema
  readonly then?: JsonSchema
  readonly else?: JsonSchema
}

/** The drafts whose schemas are validated; a schema's `$schema` says which it is of. */
export type Draft = 'draft-07' | '2020-12'
