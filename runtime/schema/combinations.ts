import { closestFaults } from './closest'
import type { JsonSchema } from './json-schema'
import {
  type Check,
  type Compile,
  type Evaluated,
  noteEvaluated,
  nothingEvaluated,
  passes,
  type SchemaError,
} from './types'

/** Keywords that put schemas together. Faults inside a refused `anyOf`, `oneOf` or `not` are told as that one fault. */
export function combinationChecks(schema: JsonSchema, compile: Compile, explains: boolean): Check[] {
  return [
    ...(schema.allOf ?? []).map((part) => compile(part)),
    ...choiceChecks(schema, compile, explains),
    ...negationChecks(schema, compile),
    ...conditionChecks(schema, compile),
  ]
}

function choiceChecks({ anyOf, oneOf }: JsonSchema, compile: Compile, explains: boolean): Check[] {
  const checks: Check[] = []
  const refuse = (
    keyword: 'anyOf' | 'oneOf',
    parts: readonly Check[],
    params: SchemaError['params'],
  ): Check =>
    explains
      ? (value, pointer, errors) => errors.push(...closestFaults(parts, value, pointer, { keyword, params }))
      : (_, pointer, errors) => errors.push({ pointer, keyword, params })
  if (anyOf) {
    const parts = anyOf.map((part) => compile(part))
    const refused = refuse('anyOf', parts, {})
    checks.push((value, pointer, errors, seen) => {
      if (
        seen
          ? !holding(parts, value, pointer, seen).length
          : !parts.some((part) => passes(part, value, pointer))
      )
        refused(value, pointer, errors)
    })
  }
  if (oneOf) {
    const parts = oneOf.map((part) => compile(part))
    const refused = refuse('oneOf', parts, { passingSchemas: null })
    checks.push((value, pointer, errors, seen) => {
      const found = holding(parts, value, pointer, seen)
      if (found.length === 0) refused(value, pointer, errors)
      else if (found.length > 1)
        errors.push({ pointer, keyword: 'oneOf', params: { passingSchemas: found.slice(0, 2) } })
    })
  }
  return checks
}

/** Indices of the schemas that a value keeps. */
function holding(parts: readonly Check[], value: unknown, pointer: string, seen?: Evaluated): number[] {
  return parts.flatMap((check, index) => {
    const branch = seen && nothingEvaluated()
    if (!passes(check, value, pointer, branch)) return []
    noteEvaluated(seen, branch)
    return [index]
  })
}

function negationChecks({ not }: JsonSchema, compile: Compile): Check[] {
  if (not === undefined) return []
  const check = compile(not)
  return [
    (value, pointer, errors) => {
      if (passes(check, value, pointer)) errors.push({ pointer, keyword: 'not', params: {} })
    },
  ]
}

function conditionChecks(schema: JsonSchema, compile: Compile): Check[] {
  if (schema.if === undefined) return []
  const condition = compile(schema.if)
  const met = optional(schema.then, compile)
  const unmet = optional(schema.else, compile)
  return [
    (value, pointer, errors, seen) => {
      const isMet = holding([condition], value, pointer, seen).length > 0
      const branch = isMet ? met : unmet
      branch?.(value, pointer, errors, seen)
    },
  ]
}

function optional(schema: JsonSchema | undefined, compile: Compile): Check | undefined {
  return schema === undefined ? undefined : compile(schema)
}
