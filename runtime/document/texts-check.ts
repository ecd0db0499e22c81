import type { Node } from 'jsonc-parser'
import { compileExpression, compileTemplate, type Reference, templatePlaces } from '../expression'
import { ExpressionError } from '../expression/expression'
import { compileSchema } from '../schema'
import type { JsonSchema } from '../schema/json-schema'
import { placesOf } from '../text'
import type { ComparisonCheck } from './comparison-check'
import type { CheckEnvironment } from './environment'
import type { NamesCheck } from './names-check'
import { contentOf, eachMember, keysOf, memberNode } from './node'
import { below } from './positions'
import type { Report } from './report'

const LANGUAGE_KEYS: readonly string[] = ['zh', 'zhtw', 'en']
/** Of a text with values for its places. */
const FILLED_KEYS: readonly string[] = ['text', 'with']

/** Validates what is read, shown or worked out: expressions, texts with places, values with places inside, JSON Schemas. */
export class TextsCheck {
  private readonly report: Report
  private readonly environment: CheckEnvironment
  private readonly references: NamesCheck
  private readonly comparisons: ComparisonCheck

  constructor(
    report: Report,
    environment: CheckEnvironment,
    references: NamesCheck,
    comparisons: ComparisonCheck,
  ) {
    this.comparisons = comparisons
    this.report = report
    this.environment = environment
    this.references = references
  }

  expression(node: Node, pointer: string): void {
    if (node.type === 'string') {
      this.compiled(
        node,
        pointer,
        String(node.value),
        () => compileExpression(String(node.value)),
        'expression',
      )
    } else if (node.type !== 'boolean' && node.type !== 'number') {
      this.wrongType(node, pointer, 'expression: total > 10000')
    }
  }

  /** Compiles, reports a broken expression at its exact place, and looks its names up. */
  private compiled(
    node: Node,
    pointer: string,
    source: string,
    compile: () => { readonly references?: readonly Reference[] },
    of: 'expression' | 'template',
  ): void {
    try {
      for (const reference of compile().references ?? []) this.references.reference(reference, node, pointer)
      for (const part of of === 'template' ? templatePlaces(source) : [{ source, from: -2 }])
        this.comparisons.check(part.source, part.from + 2, node, pointer)
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      const position = error.problem.position
      this.report.add('expression', node, pointer, {
        params: { reason: error.problem.message, ...error.problem.params, source },
        shift: position === undefined ? 0 : this.report.rawOffset(node, position),
      })
    }
    for (const [, key] of source.matchAll(/['"]@([\w-]+\.[\w.-]+)['"]/g)) {
      if (key) this.localeKey(key, node, pointer)
    }
  }

  text(node: Node, pointer: string): void {
    if (node.type === 'object') {
      const isFilled = memberNode(node, 'text') !== undefined
      if (isFilled) this.filled(node, pointer)
      const choices = isFilled ? FILLED_KEYS : LANGUAGE_KEYS
      for (const property of node.children ?? []) {
        const [key, value] = property.children ?? []
        if (!key || !value) continue
        if (!choices.includes(String(key.value))) {
          this.report.add('unknownKey', key, below(pointer, String(key.value)), {
            params: { key: key.value },
            written: String(key.value),
            choices,
          })
        } else this.value(value, below(pointer, String(key.value)))
      }
      return
    }
    if (node.type !== 'string') {
      this.wrongType(node, pointer, 'text')
      return
    }
    const key = /^@([\w-]+\.[\w.-]+)$/.exec(String(node.value))?.[1]
    if (key) {
      this.localeKey(key, node, pointer)
      this.given(key, new Set(), node, pointer)
    } else this.value(node, pointer)
  }

  /** Values for the places of a text: each place has one, and each value its place. */
  private filled(node: Node, pointer: string): void {
    const [text, given] = [memberNode(node, 'text'), memberNode(node, 'with')]
    const key = /^@([\w-]+\.[\w.-]+)$/.exec(String(text?.value))?.[1]
    if (text?.type !== 'string' || (given && given.type !== 'object')) return
    const places = key === undefined ? placesOf(String(text.value)) : this.environment.localeKeys.get(key)
    if (!places) return
    for (const name of keysOf(given))
      if (!places.includes(String(name.value)))
        this.report.add('unknownPlace', name, below(below(pointer, 'with'), String(name.value)), {
          params: { name: name.value, key: key ?? String(text.value) },
          written: String(name.value),
          choices: places,
        })
    const names = new Set(keysOf(given).map(({ value }) => String(value)))
    if (key !== undefined) this.given(key, names, text, below(pointer, 'text'))
  }

  /** A place of a text that nothing is given for is read as it is written. */
  private given(key: string, names: ReadonlySet<string>, node: Node, pointer: string): void {
    for (const name of this.environment.localeKeys.get(key) ?? [])
      if (!names.has(name))
        this.report.add('emptyPlace', node, pointer, {
          params: { name, key },
          expected: `{ "text": "@${key}", "with": { "${name}": … } }`,
        })
  }

  localeKey(key: string, node: Node, pointer: string): void {
    if (this.environment.localeKeys.has(key)) return
    this.report.add('missingText', node, pointer, {
      params: { key },
      written: key,
      choices: this.environment.localeKeys.keys(),
    })
  }

  value(node: Node, pointer: string): void {
    if (node.type === 'string' && String(node.value).includes('${')) {
      const source = String(node.value)
      this.compiled(node, pointer, source, () => compileTemplate(source), 'template')
    }
    if (node.type === 'string' && /^@[\w-]+\.[\w.-]+$/.test(String(node.value))) {
      this.localeKey(String(node.value).slice(1), node, pointer)
    }
    if (node.type === 'array')
      node.children?.forEach((child, index) => {
        this.value(child, below(pointer, index))
      })
    else eachMember(node, (name, child) => this.value(child, below(pointer, name)))
  }

  /** Members by name, or one place that gives them all. */
  input(node: Node, pointer: string): void {
    if (node.type === 'object' || (node.type === 'string' && /^\$\{/.test(String(node.value))))
      this.value(node, pointer)
    else this.wrongType(node, pointer, '{ "id": "${row.id}" }')
  }

  /** It compiles: references lead somewhere, patterns are patterns. What its titles name is there. */
  schema(node: Node, pointer: string): void {
    if (node.type !== 'object') {
      this.wrongType(node, pointer, 'JSON Schema')
      return
    }
    this.titles(node, pointer)
    try {
      compileSchema(contentOf(node) as JsonSchema)
    } catch (error) {
      const expected = `JSON Schema: ${error instanceof Error ? error.message : String(error)}`
      this.report.add('value', node, pointer, { expected, params: { value: '{…}' } })
    }
  }

  private titles(node: Node, pointer: string): void {
    for (const [index, child] of (node.children ?? []).entries()) {
      const [key, value] = child.type === 'property' ? (child.children ?? []) : [undefined, child]
      if (!value) continue
      const place = below(pointer, key ? String(key.value) : index)
      const isTitle = key?.value === 'title' || key?.value === 'description'
      if (isTitle && value.type === 'string') this.text(value, place)
      else this.titles(value, place)
    }
  }

  private wrongType(node: Node, pointer: string, expected: string): void {
    this.report.add('type', node, pointer, { expected, params: { found: node.type } })
  }
}
