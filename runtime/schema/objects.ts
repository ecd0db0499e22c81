import type { JsonSchema } from './json-schema'
import { type Check, type Compile, passes, patternOf, pointerPart } from './types'

type Members = Readonly<Record<string, unknown>>

/** Keywords that judge objects. A member whose value is undefined counts as absent, as it would on the wire. */
export function objectChecks(schema: JsonSchema, compile: Compile): Check[] {
  const checks = [
    ...requiredChecks(schema),
    ...sizeChecks(schema),
    ...memberChecks(schema, compile),
    ...patternChecks(schema, compile),
    ...additionalChecks(schema, compile),
    ...nameChecks(schema, compile),
  ]
  return checks.map((check) => (value, pointer, errors) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      check(value as Members, pointer, errors)
  })
}

type ObjectCheck = (
  value: Members,
  ...rest: Parameters<Check> extends [unknown, ...infer R] ? R : never
) => void

function read(value: Members, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

function requiredChecks({ required }: JsonSchema): ObjectCheck[] {
  if (!required?.length) return []
  return [
    (value, pointer, errors) => {
      for (const name of required) {
        if (read(value, name) === undefined)
          errors.push({ pointer, keyword: 'required', params: { missingProperty: name } })
      }
    },
  ]
}

function sizeChecks({ minProperties, maxProperties }: JsonSchema): ObjectCheck[] {
  const checks: ObjectCheck[] = []
  if (minProperties !== undefined) {
    checks.push((value, pointer, errors) => {
      if (namesOf(value).length < minProperties)
        errors.push({ pointer, keyword: 'minProperties', params: { limit: minProperties } })
    })
  }
  if (maxProperties !== undefined) {
    checks.push((value, pointer, errors) => {
      if (namesOf(value).length > maxProperties)
        errors.push({ pointer, keyword: 'maxProperties', params: { limit: maxProperties } })
    })
  }
  return checks
}

function namesOf(value: Members): string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined)
}

function memberChecks({ properties }: JsonSchema, compile: Compile): ObjectCheck[] {
  if (!properties) return []
  const members = Object.entries(properties).map(([name, schema]) => ({
    name,
    part: `/${pointerPart(name)}`,
    check: compile(schema),
  }))
  return [
    (value, pointer, errors) => {
      for (const { name, part, check } of members) {
        const member = read(value, name)
        if (member !== undefined) check(member, pointer + part, errors)
      }
    },
  ]
}

function patternChecks({ patternProperties }: JsonSchema, compile: Compile): ObjectCheck[] {
  if (!patternProperties) return []
  const members = Object.entries(patternProperties).map(([pattern, schema]) => ({
    pattern: patternOf(pattern),
    check: compile(schema),
  }))
  return [
    (value, pointer, errors) => {
      for (const name of namesOf(value)) {
        for (const { pattern, check } of members) {
          if (pattern.test(name)) check(value[name], `${pointer}/${pointerPart(name)}`, errors)
        }
      }
    },
  ]
}

function additionalChecks(schema: JsonSchema, compile: Compile): ObjectCheck[] {
  const { additionalProperties: additional } = schema
  if (additional === undefined || additional === true) return []
  const known = new Set(Object.keys(schema.properties ?? {}))
  const patterns = Object.keys(schema.patternProperties ?? {}).map(patternOf)
  const check = additional === false ? null : compile(additional)
  return [
    (value, pointer, errors) => {
      for (const name of namesOf(value)) {
        if (known.has(name) || patterns.some((pattern) => pattern.test(name))) continue
        if (check) check(value[name], `${pointer}/${pointerPart(name)}`, errors)
        else errors.push({ pointer, keyword: 'additionalProperties', params: { additionalProperty: name } })
      }
    },
  ]
}

function nameChecks({ propertyNames }: JsonSchema, compile: Compile): ObjectCheck[] {
  if (propertyNames === undefined) return []
  const check = compile(propertyNames)
  return [
    (value, pointer, errors) => {
      for (const name of namesOf(value)) {
        if (!passes(check, name, pointer))
          errors.push({ pointer, keyword: 'propertyNames', params: { propertyName: name } })
      }
    },
  ]
}
