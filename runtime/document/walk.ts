import type { Node } from 'jsonc-parser'
import { compileSchema } from '../schema'
import type { JsonSchema } from '../schema/json-schema'
import { constraintsOf, type Want } from './constraint'
import { contentOf, eachMember } from './node'
import { below } from './positions'
import type { Report } from './report'
import { type WordKind, wordOf } from './word'

/** Checks a value that carries one of the language's words. */
export type WordChecks = Readonly<Record<WordKind, (node: Node, pointer: string, schema: JsonSchema) => void>>

/** Checks a value of which its schema wants more (`constraint.ts`). */
export interface ConstraintWalk {
  wanted(wants: Want, node: Node, pointer: string): void
  notBelow(node: Node, name: string, other: string, pointer: string): void
}

/**
 * Walks a document along a schema. Where the schema carries a word of the language, that word's own check goes on; so a
 * problem is reported where it is, in terms of what was meant, and never as "no branch of anyOf matches".
 */
export class SchemaWalk {
  private readonly report: Report
  private readonly words: WordChecks
  private readonly constraints: ConstraintWalk

  constructor(report: Report, words: WordChecks, constraints: ConstraintWalk) {
    this.report = report
    this.words = words
    this.constraints = constraints
  }

  check(node: Node, schema: JsonSchema, pointer: string): void {
    const word = wordOf(schema)
    if (word) this.words[word](node, pointer, schema)
    else if (schema.anyOf) this.choice(node, schema.anyOf, pointer)
    else if (schema.type === 'object') this.object(node, schema, pointer)
    else if (schema.type === 'array' && schema.items) this.array(node, schema, pointer)
    else this.leaf(node, schema, pointer)
    const { wants } = constraintsOf(schema)
    if (wants) this.constraints.wanted(wants, node, pointer)
  }

  /** Members of an object against its schema; `skip` are checked elsewhere. */
  object(node: Node, schema: JsonSchema, pointer: string, skip: readonly string[] = []): void {
    if (node.type !== 'object') {
      this.report.add('type', node, pointer, {
        expected: expectationOf(schema),
        params: { found: node.type },
      })
      return
    }
    const present = new Set<string>()
    eachMember(node, (name, value, key) => {
      present.add(name)
      if (!skip.includes(name)) this.member(key, value, name, schema, pointer)
    })
    for (const name of schema.required ?? []) {
      if (present.has(name)) continue
      this.report.add('missingKey', node, pointer, {
        params: { key: name },
        expected: expectationOf(schema.properties?.[name] ?? {}),
      })
    }
    this.ways(node, schema, pointer, present)
  }

  /** Of keys that are ways to say the same (`oneOf`, each branch with its own `required`) one has to be there. */
  private ways(node: Node, schema: JsonSchema, pointer: string, present: ReadonlySet<string>): void {
    if (!schema.oneOf) return
    const ways = schema.oneOf.flatMap(({ required = [] }) => required)
    const [first, second] = ways.filter((name) => present.has(name))
    if (ways.length > 0 && first === undefined)
      this.report.add('missingKey', node, pointer, { params: { key: ways.join(' | ') }, choices: ways })
    if (second !== undefined)
      this.report.add('unknownKey', node, below(pointer, second), {
        params: { key: second },
        expected: ways.join(' | '),
      })
  }

  private member(key: Node, value: Node, name: string, schema: JsonSchema, pointer: string): void {
    const place = below(pointer, name)
    const known = schema.properties?.[name]
    if (known) {
      this.check(value, known, place)
      const { notBelow } = constraintsOf(known)
      if (notBelow) this.constraints.notBelow(value, name, notBelow, place)
      return
    }
    for (const [pattern, member] of Object.entries(schema.patternProperties ?? {})) {
      if (new RegExp(pattern, 'u').test(name)) {
        this.check(value, member, place)
        return
      }
    }
    if (typeof schema.additionalProperties === 'object') {
      this.check(value, schema.additionalProperties, place)
      return
    }
    if (schema.additionalProperties === false || schema.patternProperties) {
      const choices = Object.keys(schema.properties ?? {})
      this.report.add('unknownKey', key, place, {
        params: { key: name },
        written: name,
        ...(choices.length > 0
          ? { choices }
          : { expected: Object.keys(schema.patternProperties ?? {}).join(' | ') }),
      })
    }
  }

  private array(node: Node, schema: JsonSchema, pointer: string): void {
    if (node.type !== 'array' || !schema.items) {
      this.report.add('type', node, pointer, {
        expected: expectationOf(schema),
        params: { found: node.type },
      })
      return
    }
    const items = node.children ?? []
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
    if (items.length < minItems || items.length > maxItems)
      this.report.add('value', node, pointer, {
        params: { value: `[${items.length}]` },
        expected: items.length < minItems ? `[ ≥ ${minItems} ]` : `[ ≤ ${maxItems} ]`,
      })
    const { items: each } = schema
    items.forEach((item, index) => {
      this.check(item, each, below(pointer, index))
    })
  }

  /** Takes the branch that fits the value's type; among several, the one whose constant the value is. */
  private choice(node: Node, branches: readonly JsonSchema[], pointer: string): void {
    const fitting = branches.filter((branch) => fits(node, branch))
    const only = node.type === 'object' && fitting.length > 1 ? likeliest(node, fitting) : fitting[0]
    const leaves = fitting.every((branch) => !wordOf(branch) && branch.type !== 'object' && !branch.items)
    if (only && (fitting.length === 1 || !leaves)) {
      this.check(node, only, pointer)
      return
    }
    const value = contentOf(node)
    if (fitting.some((branch) => compileSchema(branch)(value).length === 0)) return
    const choices = constants(branches)
    this.report.add('value', node, pointer, {
      params: { value: JSON.stringify(value) },
      ...(choices.length > 0
        ? { choices, written: String(value) }
        : { expected: branches.map(expectationOf).join(' | ') }),
    })
  }

  private leaf(node: Node, schema: JsonSchema, pointer: string): void {
    const value = contentOf(node)
    const [error] = compileSchema(schema)(value)
    if (!error) return
    const choices = constants([schema])
    this.report.add(error.keyword === 'type' ? 'type' : 'value', node, pointer, {
      params: { value: JSON.stringify(value), found: node.type },
      ...(choices.length > 0 ? { choices, written: String(value) } : { expected: expectationOf(schema) }),
    })
  }
}

function fits(node: Node, schema: JsonSchema): boolean {
  const types = schema.type === undefined ? undefined : [schema.type].flat()
  const type = node.type === 'number' && types?.includes('integer') ? 'integer' : node.type
  if (schema.const !== undefined) return typeof schema.const === node.type
  return !types || types.includes(type)
}

/** Among objects that might be meant, the one that shares most keys with what is there; missing ones count against it. */
function likeliest(node: Node, branches: readonly JsonSchema[]): JsonSchema | undefined {
  const keys = new Set((node.children ?? []).map((property) => String(property.children?.[0]?.value)))
  const score = ({ properties = {}, required = [] }: JsonSchema) =>
    Object.keys(properties).filter((key) => keys.has(key)).length -
    2 * required.filter((key) => !keys.has(key)).length
  const [best] = branches
    .map((branch) => ({ branch, score: score(branch) }))
    .sort((a, b) => b.score - a.score)
  return best?.branch
}

function constants(schemas: readonly JsonSchema[]): string[] {
  return schemas.flatMap((schema) =>
    schema.const !== undefined ? [String(schema.const)] : (schema.enum ?? []).map(String),
  )
}

/** What a schema asks for, short: `text`, `number ≥ 0`, `left | right`. */
export function expectationOf(schema: JsonSchema): string {
  const { description, minimum, maximum, pattern } = schema
  const choices = constants([schema])
  if (choices.length > 0) return choices.join(' | ')
  if (schema.anyOf) return schema.anyOf.map(expectationOf).join(' | ')
  const type = [schema.type ?? []].flat().join(' | ')
  const bounds = [
    minimum === undefined ? '' : `≥ ${minimum}`,
    maximum === undefined ? '' : `≤ ${maximum}`,
    pattern === undefined ? '' : pattern,
  ]
  return [[type, ...bounds].filter(Boolean).join(' '), description].filter(Boolean).join(': ')
}
