import type { JsonSchema } from './json-schema'
import { type Members, type ObjectCheck, ofObjects, read } from './objects'
import { type Check, type Compile, type Evaluated, pointerPart } from './types'

/** Keywords that validate an object by what it has. Draft-07 wrote both kinds as `dependencies`. */
export function dependencyChecks(schema: JsonSchema, compile: Compile): Check[] {
  const legacy = Object.entries(schema.dependencies ?? {})
  const names = [
    ...Object.entries(schema.dependentRequired ?? {}),
    ...legacy.filter((entry): entry is [string, readonly string[]] => Array.isArray(entry[1])),
  ]
  const schemas = [
    ...Object.entries(schema.dependentSchemas ?? {}),
    ...legacy.filter((entry): entry is [string, JsonSchema] => !Array.isArray(entry[1])),
  ]
  return [
    ...names.map(([property, needed]) => ofObjects(neededCheck(property, needed))),
    ...schemas.map(([property, part]) => dependentCheck(property, compile(part))),
  ]
}

function neededCheck(property: string, needed: readonly string[]): ObjectCheck {
  return (value, pointer, errors) => {
    if (read(value, property) === undefined) return
    for (const missingProperty of needed) {
      if (read(value, missingProperty) === undefined)
        errors.push({ pointer, keyword: 'dependentRequired', params: { property, missingProperty } })
    }
  }
}

function dependentCheck(property: string, check: Check): Check {
  return ofObjects((value, pointer, errors, seen) => {
    if (read(value, property) !== undefined) check(value, pointer, errors, seen)
  })
}

/** What no other keyword has validated, in this schema or those that it puts together; runs after all of them. */
export function unevaluatedPropertiesCheck(
  { unevaluatedProperties }: JsonSchema,
  compile: Compile,
): Check | null {
  if (unevaluatedProperties === undefined) return null
  const check = compile(unevaluatedProperties)
  return ofObjects((value: Members, pointer, errors, seen: Evaluated | undefined) => {
    for (const name of seen ? Object.keys(value) : []) {
      if (seen?.names.has(name) || value[name] === undefined) continue
      if (unevaluatedProperties === false)
        errors.push({ pointer, keyword: 'unevaluatedProperties', params: { unevaluatedProperty: name } })
      else check(value[name], `${pointer}/${pointerPart(name)}`, errors)
      seen?.names.add(name)
    }
  })
}
