import { charactersIn } from '../characters'
import { jsonEqual } from './equal'
import { FORMATS } from './formats'
import type { JsonSchema } from './json-schema'
import type { Check, SchemaOptions } from './types'

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** Keywords that validate a single value: its type, a choice, a number's or a text's limits. */
export function valueChecks(schema: JsonSchema, options: ValueOptions): Check[] {
  return [
    ...typeChecks(schema),
    ...choiceChecks(schema),
    ...numberChecks(schema),
    ...textChecks(schema, options),
    ...formatChecks(schema, options),
  ]
}

type ValueOptions = Required<Pick<SchemaOptions, 'assertsFormats' | 'pattern'>>

function typeChecks({ type }: JsonSchema): Check[] {
  if (type === undefined) return []
  const names = typeof type === 'string' ? [type] : type
  const tests = names.map((name) => {
    const test = TYPES[name]
    if (!test) throw new Error(`There is no type ${name}`)
    return test
  })
  const [only] = tests
  const fits = tests.length === 1 && only ? only : (value: unknown) => tests.some((test) => test(value))
  return [
    (value, pointer, errors) => {
      if (!fits(value)) errors.push({ pointer, keyword: 'type', params: { type } })
    },
  ]
}

function choiceChecks(schema: JsonSchema): Check[] {
  const checks: Check[] = []
  if ('const' in schema) {
    const { const: wanted } = schema
    checks.push((value, pointer, errors) => {
      if (!jsonEqual(value, wanted))
        errors.push({ pointer, keyword: 'const', params: { allowedValue: wanted } })
    })
  }
  const { enum: choices } = schema
  if (choices) {
    const simple = new Set(choices)
    const composed = choices.filter((choice) => typeof choice === 'object' && choice !== null)
    checks.push((value, pointer, errors) => {
      if (simple.has(value) || composed.some((choice) => jsonEqual(choice, value))) return
      errors.push({ pointer, keyword: 'enum', params: { allowedValues: choices } })
    })
  }
  return checks
}

/** Each limit of a number: the keyword, its comparison as AJV names it, and whether a value keeps it. */
const LIMITS = [
  ['minimum', '>=', (value: number, limit: number) => value >= limit],
  ['maximum', '<=', (value: number, limit: number) => value <= limit],
  ['exclusiveMinimum', '>', (value: number, limit: number) => value > limit],
  ['exclusiveMaximum', '<', (value: number, limit: number) => value < limit],
] as const

function numberChecks(schema: JsonSchema): Check[] {
  const checks: Check[] = []
  for (const [keyword, comparison, keeps] of LIMITS) {
    const limit = schema[keyword]
    if (limit === undefined) continue
    checks.push((value, pointer, errors) => {
      if (isNumber(value) && !keeps(value, limit))
        errors.push({ pointer, keyword, params: { comparison, limit } })
    })
  }
  const { multipleOf } = schema
  if (multipleOf !== undefined) {
    checks.push((value, pointer, errors) => {
      if (!isNumber(value)) return
      const quotient = value / multipleOf
      const isMultiple = Number.isFinite(quotient)
        ? Math.abs(Math.round(quotient) - quotient) <= 1e-10
        : value % multipleOf === 0
      if (!isMultiple) errors.push({ pointer, keyword: 'multipleOf', params: { multipleOf } })
    })
  }
  return checks
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function textChecks({ minLength, maxLength, pattern }: JsonSchema, options: ValueOptions): Check[] {
  const checks: Check[] = []
  if (maxLength !== undefined) {
    checks.push((value, pointer, errors) => {
      if (typeof value !== 'string' || value.length <= maxLength) return
      if (charactersIn(value) > maxLength)
        errors.push({ pointer, keyword: 'maxLength', params: { limit: maxLength } })
    })
  }
  if (minLength !== undefined) {
    checks.push((value, pointer, errors) => {
      if (typeof value === 'string' && charactersIn(value) < minLength)
        errors.push({ pointer, keyword: 'minLength', params: { limit: minLength } })
    })
  }
  if (pattern !== undefined) {
    const matches = options.pattern(pattern)
    checks.push((value, pointer, errors) => {
      if (typeof value === 'string' && !matches(value))
        errors.push({ pointer, keyword: 'pattern', params: { pattern } })
    })
  }
  return checks
}

/** A format that has no validate is an annotation. */
function formatChecks({ format }: JsonSchema, { assertsFormats }: ValueOptions): Check[] {
  const isValid = assertsFormats && format !== undefined ? FORMATS.get(format) : undefined
  if (!isValid) return []
  return [
    (value, pointer, errors) => {
      if (typeof value === 'string' && !isValid(value))
        errors.push({ pointer, keyword: 'format', params: { format } })
    },
  ]
}
