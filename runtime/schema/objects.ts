import type { JsonSchema } from './json-schema'
import { type Check, type Compile, type Evaluated, passes, pointerPart, type SchemaError } from './types'

type Pattern = (source: string) => (text: string) => boolean

export type Members = Readonly<Record<string, unknown>>

/** Keywords that validate objects. A member whose value is undefined counts as absent, as it would on the wire. */
export function objectChecks(schema: JsonSchema, compile: Compile, pattern: Pattern): Check[] {
  return [
    ...requiredChecks(schema),
    ...sizeChecks(schema),
    ...memberChecks(schema, compile),
    ...patternChecks(schema, compile, pattern),
    ...additionalChecks(schema, compile, pattern),
    ...nameChecks(schema, compile),
  ].map(ofObjects)
}

/** A check of members, which lets everything else through. */
export function ofObjects(check: ObjectCheck): Check {
  return (value, pointer, errors, seen) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      check(value as Members, pointer, errors, seen)
  }
}

export type ObjectCheck = (value: Members, pointer: string, errors: SchemaError[], seen?: Evaluated) => void

export function read(value: Members, name: string): unknown {
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

export function namesOf(value: Members): string[] {
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
    (value, pointer, errors, seen) => {
      for (const { name, part, check } of members) {
        const member = read(value, name)
        if (member === undefined) continue
        check(member, pointer + part, errors)
        seen?.names.add(name)
      }
    },
  ]
}

function patternChecks({ patternProperties }: JsonSchema, compile: Compile, pattern: Pattern): ObjectCheck[] {
  if (!patternProperties) return []
  const members = Object.entries(patternProperties).map(([source, schema]) => ({
    matches: pattern(source),
    check: compile(schema),
  }))
  return [
    (value, pointer, errors, seen) => {
      for (const name of namesOf(value)) {
        for (const { matches, check } of members) {
          if (!matches(name)) continue
          check(value[name], `${pointer}/${pointerPart(name)}`, errors)
          seen?.names.add(name)
        }
      }
    },
  ]
}

function additionalChecks(schema: JsonSchema, compile: Compile, pattern: Pattern): ObjectCheck[] {
  const { additionalProperties: additional } = schema
  if (additional === undefined) return []
  if (additional === true) {
    return [
      (value, _pointer, _errors, seen) => {
        for (const name of seen ? namesOf(value) : []) seen?.names.add(name)
      },
    ]
  }
  const known = new Set(Object.keys(schema.properties ?? {}))
  const patterns = Object.keys(schema.patternProperties ?? {}).map(pattern)
  const check = additional === false ? null : compile(additional)
  return [
    (value, pointer, errors, seen) => {
      for (const name of namesOf(value)) {
        if (known.has(name) || patterns.some((matches) => matches(name))) continue
        seen?.names.add(name)
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
