import type { Translator } from '../text'
import type { SchemaError } from './types'

/** Keywords that have a message of their own (`schemaForm.error.*`), and the parameter that it names. */
const PARAMS: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => unknown>> = {
  $schema: ({ message }) => message,
  additionalProperties: ({ additionalProperty }) => additionalProperty,
  anyOf: () => '',
  const: ({ allowedValue }) => shown(allowedValue),
  contains: ({ minContains }) => minContains,
  dependentRequired: ({ property }) => property,
  enum: ({ allowedValues }) => (allowedValues as readonly unknown[]).map(shown).join(' | '),
  exclusiveMaximum: ({ limit }) => limit,
  exclusiveMinimum: ({ limit }) => limit,
  format: ({ format }) => format,
  maxItems: ({ limit }) => limit,
  maxLength: ({ limit }) => limit,
  maxProperties: ({ limit }) => limit,
  maximum: ({ limit }) => limit,
  minItems: ({ limit }) => limit,
  minLength: ({ limit }) => limit,
  minProperties: ({ limit }) => limit,
  minimum: ({ limit }) => limit,
  multipleOf: ({ multipleOf }) => multipleOf,
  oneOf: ({ passingSchemas }) => (passingSchemas === null ? 'none' : 'several'),
  pattern: ({ pattern }) => pattern,
  propertyNames: ({ propertyName }) => propertyName,
  required: () => '',
  type: ({ type }) => [type].flat().join(' | '),
  unevaluatedProperties: ({ unevaluatedProperty }) => unevaluatedProperty,
  uniqueItems: () => '',
}

/** What is wrong with a value, with the limit that it breaks, in the reader's language: 最多 20 个字符. */
export function faultText(
  { keyword, params }: Pick<SchemaError, 'keyword' | 'params'>,
  { text }: Pick<Translator, 'text'>,
): string {
  const isKnown = Object.hasOwn(PARAMS, keyword)
  const value = isKnown ? PARAMS[keyword]?.(params) : ''
  const key = keyword === 'oneOf' && value === 'several' ? 'severalOf' : keyword.replace('$', '')
  return text(`@schemaForm.error.${isKnown ? key : 'other'}`, { value })
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
