import type { JsonSchema } from './json-schema'
import { type Check, type Compile, passes } from './types'

/** Keywords that put schemas together. Faults inside a refused `anyOf`, `oneOf` or `not` are told as that one fault. */
export function combinationChecks(schema: JsonSchema, compile: Compile): Check[] {
  return [
    ...(schema.allOf ?? []).map((part) => compile(part)),
    ...choiceChecks(schema, compile),
    ...negationChecks(schema, compile),
    ...conditionChecks(schema, compile),
  ]
}

function choiceChecks({ anyOf, oneOf }: JsonSchema, compile: Compile): Check[] {
  const checks: Check[] = []
  if (anyOf) {
    const parts = anyOf.map((part) => compile(part))
    checks.push((value, pointer, errors) => {
      if (!parts.some((check) => passes(check, value, pointer)))
        errors.push({ pointer, keyword: 'anyOf', params: {} })
    })
  }
  if (oneOf) {
    const parts = oneOf.map((part) => compile(part))
    checks.push((value, pointer, errors) => {
      const passing = parts.flatMap((check, index) => (passes(check, value, pointer) ? [index] : []))
      if (passing.length !== 1) {
        const passingSchemas = passing.length ? passing.slice(0, 2) : null
        errors.push({ pointer, keyword: 'oneOf', params: { passingSchemas } })
      }
    })
  }
  return checks
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
    (value, pointer, errors) => {
      const branch = passes(condition, value, pointer) ? met : unmet
      branch?.(value, pointer, errors)
    },
  ]
}

function optional(schema: JsonSchema | undefined, compile: Compile): Check | undefined {
  return schema === undefined ? undefined : compile(schema)
}
