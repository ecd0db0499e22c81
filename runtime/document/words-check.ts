import { getNodeValue, type Node } from 'jsonc-parser'
import { verbs } from '../action/verbs'
import { compileExpression, compileTemplate } from '../expression'
import { ExpressionError } from '../expression/expression'
import { nodes } from '../page/nodes'
import type { JsonSchema } from '../schema/json-schema'
import type { CheckEnvironment } from './environment'
import { widgetSchema } from './language-schemas'
import type { Names } from './names'
import { nearestOf } from './nearest'
import { below, type Report } from './report'
import { expectationOf, SchemaWalk, type WordChecks } from './walk'
import { PatternShape, type WordKind } from './words'

/** What the words of the language mean to a checker: one method a word. */
export class WordWalk {
  readonly walk: SchemaWalk
  private readonly report: Report
  private readonly environment: CheckEnvironment
  private readonly names: Names
  private readonly calls: ReadonlySet<string>

  constructor(report: Report, environment: CheckEnvironment, names: Names) {
    this.report = report
    this.environment = environment
    this.names = names
    this.calls = new Set(environment.callNames)
    this.walk = new SchemaWalk(report, this.checks())
  }

  private checks(): WordChecks {
    const checks: Record<WordKind, (node: Node, pointer: string) => void> = {
      expression: (node, pointer) => this.expression(node, pointer),
      template: (node, pointer) => this.value(node, pointer),
      text: (node, pointer) => this.text(node, pointer),
      value: (node, pointer) => this.value(node, pointer),
      call: (node, pointer) => this.call(node, pointer),
      form: (node, pointer) => this.fileAt('forms', node, pointer),
      list: (node, pointer) => this.fileAt('lists', node, pointer),
      dialog: (node, pointer) => this.named('unknownDialog', this.names.dialogs, node, pointer),
      source: (node, pointer) => this.named('unknownSource', this.names.sources, node, pointer),
      action: (node, pointer) => this.action(node, pointer),
      node: (node, pointer) => this.node(node, pointer),
      field: (node, pointer) => this.field(node, pointer),
      fields: (node, pointer) => this.field(node, pointer),
      pattern: (node, pointer) => this.walk.check(node, PatternShape as JsonSchema, pointer),
    }
    return checks
  }

  private wrongType(node: Node, pointer: string, expected: string): void {
    this.report.add('type', node, pointer, { expected, params: { found: node.type } })
  }

  private expression(node: Node, pointer: string): void {
    if (node.type === 'string') {
      this.compiled(node, pointer, String(node.value), () => compileExpression(String(node.value)))
    } else if (node.type !== 'boolean' && node.type !== 'number') {
      this.wrongType(node, pointer, 'expression: total > 10000')
    }
  }

  /** Compiles, reports a broken expression at its exact place, and looks its names up. */
  private compiled(
    node: Node,
    pointer: string,
    source: string,
    compile: () => { readonly dependencies: readonly string[] },
  ): void {
    try {
      for (const path of compile().dependencies) this.dependency(path, node, pointer, source)
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      const position = error.problem.position
      this.report.add('expression', node, pointer, {
        params: { reason: error.problem.message, ...error.problem.params, source },
        shift: position === undefined ? 0 : position + 1,
      })
    }
    for (const [, key] of source.matchAll(/['"]@([\w-]+\.[\w.-]+)['"]/g)) {
      if (key) this.localeKey(key, node, pointer)
    }
  }

  private dependency(path: string, node: Node, pointer: string, source: string): void {
    const [root = '', member] = path.split('.')
    const shift = 1 + Math.max(0, source.indexOf(root))
    const known = this.names.roots
    if (known && !known.has(root)) {
      this.report.add('unknownName', node, pointer, {
        params: { name: root },
        written: root,
        choices: known,
        shift,
      })
      return
    }
    const members = root === 'page' ? this.names.state : root === 'data' ? this.names.sources : undefined
    if (known && members && member !== undefined && !members.has(member)) {
      const message = root === 'page' ? 'unknownState' : 'unknownSource'
      this.report.add(message, node, pointer, {
        params: { name: member },
        written: member,
        choices: members,
        shift,
      })
    }
  }

  private text(node: Node, pointer: string): void {
    if (node.type === 'object') {
      for (const property of node.children ?? []) {
        const [key, value] = property.children ?? []
        if (!key || !value) continue
        if (!LANGUAGE_KEYS.includes(String(key.value))) {
          this.report.add('unknownKey', key, below(pointer, String(key.value)), {
            params: { key: key.value },
            written: String(key.value),
            choices: LANGUAGE_KEYS,
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
    if (key) this.localeKey(key, node, pointer)
    else this.value(node, pointer)
  }

  private localeKey(key: string, node: Node, pointer: string): void {
    if (this.environment.localeKeys.has(key)) return
    this.report.add('missingText', node, pointer, {
      params: { key },
      written: key,
      choices: this.environment.localeKeys,
    })
  }

  private value(node: Node, pointer: string): void {
    if (node.type === 'string' && String(node.value).includes('${')) {
      const source = String(node.value)
      this.compiled(node, pointer, source, () => compileTemplate(source))
    }
    if (node.type === 'string' && /^@[\w-]+\.[\w.-]+$/.test(String(node.value))) {
      this.localeKey(String(node.value).slice(1), node, pointer)
    }
    for (const [index, child] of (node.children ?? []).entries()) {
      if (node.type === 'array') this.value(child, below(pointer, index))
      else if (node.type === 'object' && child.children?.[1]) {
        this.value(child.children[1], below(pointer, String(child.children[0]?.value)))
      }
    }
  }

  private call(node: Node, pointer: string): void {
    if (node.type !== 'string') {
      this.wrongType(node, pointer, 'call: dictionaryData.list')
      return
    }
    const written = String(node.value)
    const isTemplate = written.includes('${')
    if (isTemplate) this.value(node, pointer)
    const names = isTemplate
      ? [...written.matchAll(/'(\w+\.\w+)'/g)].map((match) => match[1] ?? '')
      : [written]
    for (const name of names) {
      if (this.calls.has(name)) continue
      this.report.add('unknownCall', node, pointer, { params: { name }, written: name, choices: this.calls })
    }
  }

  private fileAt(folder: 'forms' | 'lists', node: Node, pointer: string): void {
    if (node.type !== 'string') {
      this.wrongType(node, pointer, 'file')
      return
    }
    const file = `${folder}/${String(node.value)}`
    if (this.environment.exists(file)) return
    const files = this.environment.files?.filter((name) => name.startsWith(`${folder}/`))
    this.report.add('missingFile', node, pointer, {
      params: { file },
      written: file,
      ...(files ? { choices: files } : {}),
    })
  }

  private named(
    message: 'unknownDialog' | 'unknownSource',
    known: ReadonlySet<string> | undefined,
    node: Node,
    pointer: string,
  ): void {
    if (node.type !== 'string') {
      this.wrongType(node, pointer, [...(known ?? ['name'])].join(' | '))
      return
    }
    const name = String(node.value)
    if (name.includes('${')) {
      this.value(node, pointer)
      return
    }
    if (known && !known.has(name)) {
      this.report.add(message, node, pointer, { params: { name }, written: name, choices: known })
    }
  }

  private action(node: Node, pointer: string): void {
    if (node.type === 'array') {
      for (const [index, step] of (node.children ?? []).entries()) this.step(step, below(pointer, index))
    } else this.step(node, pointer)
  }

  private step(node: Node, pointer: string): void {
    if (node.type !== 'object') {
      this.wrongType(node, pointer, 'step: { "call": … }')
      return
    }
    const keys = (node.children ?? []).map((property) => String(property.children?.[0]?.value))
    const name = keys.find((key) => verbs.has(key))
    const verb = name === undefined ? undefined : verbs.get(name)
    if (!verb) {
      const place = node.children?.[0]?.children?.[0] ?? node
      const written = keys[0] ?? ''
      this.report.add('unknownVerb', place, pointer, {
        params: { name: written },
        written,
        choices: verbs.keys(),
      })
      return
    }
    this.walk.object(node, verb.schema as JsonSchema, pointer)
  }

  /** The string under a key, with its node; a missing one is reported, or the misspelt one that stands for it. */
  private discriminator(node: Node, key: string, pointer: string): Node | undefined {
    if (node.type !== 'object') {
      this.wrongType(node, pointer, `{ "${key}": … }`)
      return undefined
    }
    const value = node.children?.find((property) => property.children?.[0]?.value === key)?.children?.[1]
    if (value) return value
    const keys = (node.children ?? []).flatMap((property) => property.children?.[0] ?? [])
    const misspelt = keys.find((written) => nearestOf(String(written.value), [key]) === key)
    if (misspelt) {
      const name = String(misspelt.value)
      this.report.add('unknownKey', misspelt, below(pointer, name), {
        params: { key: name },
        written: name,
        choices: [key],
      })
    } else this.report.add('missingKey', node, pointer, { params: { key } })
    return undefined
  }

  private node(node: Node, pointer: string): void {
    const value = this.discriminator(node, 'node', pointer)
    if (!value) return
    const definition = nodes.get(String(value.value))
    if (!definition) {
      this.report.add('unknownNode', value, below(pointer, 'node'), {
        params: { name: value.value },
        written: String(value.value),
        choices: nodes.keys(),
      })
      return
    }
    this.walk.object(node, definition.schema as JsonSchema, pointer, ['node'])
  }

  private field(node: Node, pointer: string): void {
    const value = this.discriminator(node, 'widget', pointer)
    if (!value) return
    const definition = this.environment.catalogue.get(String(value.value))
    if (!definition) {
      this.report.add('unknownWidget', value, below(pointer, 'widget'), {
        params: { name: value.value },
        written: String(value.value),
        choices: this.environment.catalogue.all().map((widget) => widget.key),
      })
      return
    }
    const schema = widgetSchema(definition) as JsonSchema
    this.walk.object(node, schema, pointer, ['widget'])
    if (definition.kind === 'field' || definition.kind === 'table') {
      const name = this.discriminatorless(node, 'name')
      if (!name) {
        this.report.add('missingKey', node, pointer, {
          params: { key: 'name' },
          expected: expectationOf(schema.properties?.['name'] ?? {}),
        })
      }
    }
  }

  private discriminatorless(node: Node, key: string): unknown {
    return (getNodeValue(node) as Readonly<Record<string, unknown>>)[key]
  }
}

const LANGUAGE_KEYS: readonly string[] = ['zh', 'zhtw', 'en']
