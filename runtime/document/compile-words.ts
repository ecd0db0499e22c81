import type { TSchema } from 'typebox'
import { compilePredicate, compileValue } from '../expression'
import { textOf } from '../expression/value'
import { isRecord } from '../json'
import type { JsonSchema } from '../schema/json-schema'
import type { PlanOf } from './plan'
import { type WordKind, wordOf } from './word'

/** What each word of the language compiles to. */
export type WordCompilers = Readonly<Record<WordKind, (value: unknown) => unknown>>

/** The words that need nothing around them; those that do (`action`, `node`) come from whoever has the registries. */
export function compileWords(others: Partial<WordCompilers>): WordCompilers {
  return {
    expression: (value) => compilePredicate(value as string | boolean | number),
    template: (value) => textTemplate(String(value)),
    call: (value) => textTemplate(String(value)),
    dialog: (value) => textTemplate(String(value)),
    text: compileValue,
    value: compileValue,
    input: (value) => {
      const computed = compileValue<Readonly<Record<string, unknown>> | null>(value)
      return { ...computed, evaluate: (scope: never) => computed.evaluate(scope) ?? {} }
    },
    form: (value) => `forms/${String(value)}`,
    list: (value) => `lists/${String(value)}`,
    source: asItIs,
    resource: asItIs,
    field: asItIs,
    fields: asItIs,
    pattern: asItIs,
    schema: asItIs,
    icon: asItIs,
    right: asItIs,
    module: asItIs,
    tag: asItIs,
    event: (value) => textTemplate(String(value)),
    state: asItIs,
    path: asItIs,
    answer: asItIs,
    column: asItIs,
    cell: asItIs,
    taken: asItIs,
    action: missing,
    node: missing,
    ...others,
  }
}

/**
 * Compiles a sound document by its schema: where the schema carries a word, what the word compiles to; a member that is
 * left out is its default, where the schema gives one.
 */
export function planOf<S extends TSchema>(schema: S, value: unknown, words: WordCompilers): PlanOf<S> {
  return compiled(schema as JsonSchema, value, words) as PlanOf<S>
}

function compiled(schema: JsonSchema, value: unknown, words: WordCompilers): unknown {
  const word = wordOf(schema)
  if (word) return words[word](value)
  const branch = schema.anyOf ? schema.anyOf.find((candidate) => fits(candidate, value)) : schema
  if (branch !== schema) return branch ? compiled(branch, value, words) : value
  if (Array.isArray(value) && schema.items)
    return value.map((item) => compiled(schema.items ?? {}, item, words))
  return isRecord(value) && schema.type === 'object' ? objectPlan(schema, value, words) : value
}

function objectPlan(
  schema: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  words: WordCompilers,
): Readonly<Record<string, unknown>> {
  const { properties = {}, patternProperties = {} } = schema
  const members = Object.values(patternProperties)[0]
  const plan: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    const member = value[name]
    const known = properties[name] ?? members
    plan[name] = known && member !== undefined ? compiled(known, member, words) : member
  }
  const defaults = defaultsOf(schema)
  if (defaults.length === 0) return plan
  for (const [name, member] of defaults)
    if (value[name] === undefined) plan[name] = compiled(member, member.default, words)
  return plan
}

/** The members that have a default: few of many, and each schema is asked for thousands of values. */
function defaultsOf(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const known = defaultsBySchema.get(schema)
  if (known) return known
  const defaults = Object.entries(schema.properties ?? {}).filter(
    ([, member]) => member.default !== undefined,
  )
  defaultsBySchema.set(schema, defaults)
  return defaults
}

const defaultsBySchema = new WeakMap<JsonSchema, readonly (readonly [string, JsonSchema])[]>()

/** Whether a branch of a union is meant for the value: by its constant, else by its type. */
function fits(schema: JsonSchema, value: unknown): boolean {
  if (schema.const !== undefined) return schema.const === value
  if (wordOf(schema) && schema.type === undefined) return typeof value === 'string' || isRecord(value)
  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
  const types = [schema.type ?? type].flat()
  return types.includes(type) || (type === 'number' && types.includes('integer'))
}

/** A template read as text, whatever its value is. */
function textTemplate(source: string): unknown {
  const computed = compileValue(source)
  return { ...computed, evaluate: (scope: never) => textOf(computed.evaluate(scope)) }
}

function asItIs(value: unknown): unknown {
  return value
}

function missing(): never {
  throw new Error('This word is not compiled here')
}
