import { arrayChecks } from './arrays'
import { combinationChecks } from './combinations'
import type { JsonSchema } from './json-schema'
import { objectChecks } from './objects'
import type { Check, Compile, SchemaError } from './types'
import { valueChecks } from './values'

/** Options under which AJV gives the verdicts of `compileSchema`: decimals such as 0.3 are multiples of 0.1. */
export const AJV_OPTIONS = { strict: false, multipleOfPrecision: 10 } as const

const compiled = new WeakMap<JsonSchema, (value: unknown) => SchemaError[]>()

/**
 * A checker of values against a schema (draft 2020-12; `format` is an annotation), built of closures: no code is
 * generated, so it runs under a policy without `unsafe-eval`. One schema object is compiled once. It answers the errors
 * in the schema's order, an empty list for a valid value. Throws for a `$ref` that leads nowhere and for a broken `pattern`.
 */
export function compileSchema(schema: JsonSchema): (value: unknown) => SchemaError[] {
  const known = compiled.get(schema)
  if (known) return known
  const check = compilerFor(schema)(schema)
  const validate = (value: unknown) => {
    const errors: SchemaError[] = []
    check(value, '', errors)
    return errors
  }
  compiled.set(schema, validate)
  return validate
}

/** Compiles the parts of one root schema; a part that is met again (a recursive `$ref`) is not compiled again. */
function compilerFor(root: JsonSchema): Compile {
  const checks = new Map<JsonSchema, Check>()
  const compile: Compile = (schema) => {
    if (typeof schema === 'boolean') return schema ? accept : refuse
    const known = checks.get(schema)
    if (known) return known
    let check: Check = accept
    checks.set(schema, (value, pointer, errors) => check(value, pointer, errors))
    check = together([
      ...referenceChecks(schema, root, compile),
      ...valueChecks(schema),
      ...arrayChecks(schema, compile),
      ...objectChecks(schema, compile),
      ...combinationChecks(schema, compile),
    ])
    checks.set(schema, check)
    return check
  }
  return compile
}

const accept: Check = () => {}
const refuse: Check = (_, pointer, errors) => {
  errors.push({ pointer, keyword: 'false schema', params: {} })
}

function together(checks: readonly Check[]): Check {
  const [first, second] = checks
  if (!first) return accept
  if (!second) return first
  return (value, pointer, errors) => {
    for (const check of checks) check(value, pointer, errors)
  }
}

function referenceChecks(schema: JsonSchema, root: JsonSchema, compile: Compile): Check[] {
  return schema.$ref === undefined ? [] : [compile(resolve(schema.$ref, root))]
}

/** The part of the root that a reference within the document (`#/$defs/row`) names. */
function resolve(reference: string, root: JsonSchema): JsonSchema {
  let place: unknown = reference === '#' || reference.startsWith('#/') ? root : undefined
  for (const part of reference.split('/').slice(1)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    const isThere = typeof place === 'object' && place !== null && Object.hasOwn(place, key)
    place = isThere ? Reflect.get(place as object, key) : undefined
  }
  if (typeof place !== 'boolean' && (typeof place !== 'object' || place === null)) {
    throw new Error(`The reference ${reference} leads nowhere in the schema`)
  }
  return place as JsonSchema
}
