import { arrayChecks, unevaluatedItemsCheck } from './arrays'
import { combinationChecks } from './combinations'
import { dependencyChecks, unevaluatedPropertiesCheck } from './dependencies'
import type { JsonSchema } from './json-schema'
import { MOST_DEPTH, MOST_STEPS, SchemaTooComplex } from './limits'
import { objectChecks } from './objects'
import { asRead, type Place, placeIn } from './place'
import { Resources, type Target } from './resources'
import {
  type Check,
  type Compile,
  noteEvaluated,
  nothingEvaluated,
  patternOf,
  type SchemaError,
  type SchemaOptions,
} from './types'
import { valueChecks } from './values'

/** Options under which AJV gives the verdicts of `compileSchema`: decimals such as 0.3 are multiples of 0.1. */
export const AJV_OPTIONS = { strict: false, multipleOfPrecision: 10 } as const

type Validate = (value: unknown) => SchemaError[]

const PLAIN: SchemaOptions = {}
const compiled = new WeakMap<SchemaOptions, WeakMap<JsonSchema, Validate>>()

/**
 * A checker of values against a schema (drafts 2020-12 and 07), built of closures: no code is generated, so it runs under a
 * policy without `unsafe-eval`. One schema object is compiled once for the same options. It answers the errors
 * in the schema's order, an empty list for a valid value.
 * @throws Error for a reference that leads nowhere and for a broken `pattern`; SchemaTooComplex, there or from the checker
 */
export function compileSchema(schema: JsonSchema | boolean, options: SchemaOptions = PLAIN): Validate {
  if (typeof schema === 'boolean') return schema ? () => [] : () => [{ ...NEVER }]
  const byOptions = compiled.get(options) ?? new WeakMap<JsonSchema, Validate>()
  compiled.set(options, byOptions)
  const known = byOptions.get(schema)
  if (known) return known
  const validate = new Compiler(schema, options).validate()
  byOptions.set(schema, validate)
  return validate
}

/** Compiles the parts of one root schema; a part that is met again (a recursive `$ref`) is not compiled again. */
class Compiler {
  private readonly root: JsonSchema
  private readonly options: SchemaOptions
  private readonly pattern: (source: string) => (text: string) => boolean
  private readonly resources: Resources
  private readonly checks = new Map<JsonSchema, Check>()
  /** The resources that a run has come through, the outermost first: where `$dynamicRef` looks. */
  private readonly scope: string[] = []
  private depth = 0
  private steps = 0

  constructor(root: JsonSchema, options: SchemaOptions) {
    this.root = root
    this.options = options
    this.pattern = options.pattern ?? nativePattern
    this.resources = new Resources(options.within ?? root, options)
  }

  validate(): Validate {
    const place = this.resources.rootPlace
    const check = this.compileAt(this.root, place)
    return (value) => {
      const errors: SchemaError[] = []
      this.steps = 0
      this.depth = 0
      this.scope.splice(0, this.scope.length, place.base)
      check(value, '', errors)
      return errors
    }
  }

  private compile(schema: JsonSchema | boolean, around: Place): Check {
    if (typeof schema === 'boolean') return schema ? accept : refuse
    const place = placeIn(schema, around)
    const check = this.compileAt(schema, place)
    return place.base === around.base ? check : this.scoped(check, place.base)
  }

  private compileAt(schema: JsonSchema, place: Place): Check {
    const known = this.checks.get(schema)
    if (known) return known
    let check: Check = accept
    this.checks.set(schema, (...args) => check(...args))
    this.depth += 1
    if (this.depth > MOST_DEPTH) throw new SchemaTooComplex()
    check = this.counted(this.body(asRead(schema, place.draft), place))
    this.depth -= 1
    this.checks.set(schema, check)
    return check
  }

  private body(schema: JsonSchema, place: Place): Check {
    const compile: Compile = (part) => this.compile(part, place)
    const { assertsFormats = false, explainsChoices = false } = this.options
    const { pattern } = this
    const checks = [
      ...this.referenceChecks(schema, place),
      ...valueChecks(schema, { assertsFormats, pattern }),
      ...arrayChecks(schema, compile),
      ...objectChecks(schema, compile, pattern),
      ...dependencyChecks(schema, compile),
      ...combinationChecks(schema, compile, explainsChoices),
    ]
    const last = [unevaluatedItemsCheck(schema, compile), unevaluatedPropertiesCheck(schema, compile)]
    const unevaluated = last.filter((check) => check !== null)
    return unevaluated.length > 0 ? watched([...checks, ...unevaluated]) : together(checks)
  }

  private referenceChecks({ $ref, $dynamicRef }: JsonSchema, place: Place): Check[] {
    const checks: Check[] = []
    if ($ref !== undefined) checks.push(this.follow(this.resources.resolve($ref, place), place))
    if ($dynamicRef !== undefined) {
      const target = this.resources.resolve($dynamicRef, place)
      const { dynamic } = target
      if (dynamic === undefined) checks.push(this.follow(target, place))
      else
        checks.push((...args) => {
          const outermost = this.scope.map((base) => this.resources.dynamic(base, dynamic)).find(Boolean)
          this.follow(outermost ?? target, place)(...args)
        })
    }
    return checks
  }

  /** Goes on at another schema; only so can one come back to where one was. */
  private follow({ schema, place }: Target, from: Place): Check {
    const check = typeof schema === 'boolean' ? this.compile(schema, place) : this.compileAt(schema, place)
    const inside = place.base === from.base ? check : this.scoped(check, place.base)
    return (value, pointer, errors, seen) => {
      this.depth += 1
      if (this.depth > MOST_DEPTH) throw new SchemaTooComplex()
      inside(value, pointer, errors, seen)
      this.depth -= 1
    }
  }

  private scoped(check: Check, base: string): Check {
    return (value, pointer, errors, seen) => {
      this.scope.push(base)
      check(value, pointer, errors, seen)
      this.scope.pop()
    }
  }

  /** Counts what is done: references to references may ask for more than there is time. */
  private counted(check: Check): Check {
    if (check === accept) return check
    return (value, pointer, errors, seen) => {
      this.steps += 1
      if (this.steps > MOST_STEPS) throw new SchemaTooComplex()
      check(value, pointer, errors, seen)
    }
  }
}

const NEVER: SchemaError = { pointer: '', keyword: 'false schema', params: {} }
const accept: Check = () => {}
const refuse: Check = (_, pointer, errors) => {
  errors.push({ ...NEVER, pointer })
}

function together(checks: readonly Check[]): Check {
  const [first, second] = checks
  if (!first) return accept
  if (!second) return first
  return (value, pointer, errors, seen) => {
    for (const check of checks) check(value, pointer, errors, seen)
  }
}

/** Notes what is validated inside, for the keywords that ask what was not; what stands beside this schema is not seen in it. */
function watched(checks: readonly Check[]): Check {
  return (value, pointer, errors, seen) => {
    const inside = nothingEvaluated()
    for (const check of checks) check(value, pointer, errors, inside)
    noteEvaluated(seen, inside)
  }
}

function nativePattern(source: string): (text: string) => boolean {
  const expression = patternOf(source)
  return (text) => expression.test(text)
}
