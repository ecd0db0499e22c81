import type { Node } from 'jsonc-parser'
import { buttonNames } from '../list/button-names'
import { nearestOf } from '../nearest'
import { nodes } from '../page/nodes'
import type { JsonSchema } from '../schema/json-schema'
import { AcceptedCheck } from './accepted-check'
import { CallCheck } from './call-check'
import { ComparisonCheck } from './comparison-check'
import { ConstraintChecks } from './constraint-checks'
import { DialogCheck } from './dialog-check'
import type { CheckEnvironment } from './environment'
import { checkField } from './field-check'
import { checkInlineForm } from './inline-form-check'
import { widgetSchema } from './language-schemas'
import type { Names } from './names'
import { NamesCheck } from './names-check'
import { contentOf, itemsOf, memberNode, memberText } from './node'
import { checkChart } from './parts-check'
import { above, below } from './positions'
import type { Report } from './report'
import { checkResource } from './resource-check'
import { StepCheck } from './step-check'
import { submissionOf } from './submissions'
import { TextsCheck } from './texts-check'
import { expectationOf, SchemaWalk, type WordChecks } from './walk'
import { type CallUse, PatternShape } from './words'

/** What the words of the language mean to a checker: one method a word. */
export class WordWalk {
  readonly walk: SchemaWalk
  private readonly report: Report
  private readonly environment: CheckEnvironment
  private readonly names: Names
  private readonly references: NamesCheck
  private readonly texts: TextsCheck
  private readonly constraints: ConstraintChecks
  private readonly calls: CallCheck
  private readonly dialogs: DialogCheck
  private readonly steps: StepCheck

  constructor(report: Report, environment: CheckEnvironment, names: Names) {
    this.report = report
    this.environment = environment
    this.names = names
    this.references = new NamesCheck(report, environment, names)
    this.texts = new TextsCheck(report, environment, this.references, new ComparisonCheck(report, names))
    this.calls = new CallCheck(report, environment, names, this.texts)
    this.dialogs = new DialogCheck(report, environment, names)
    this.steps = new StepCheck(report, this.references, this.dialogs, () => this.walk)
    this.constraints = new ConstraintChecks(report, environment, names)
    this.walk = new SchemaWalk(report, this.checks(), this.constraints)
  }

  private checks(): WordChecks {
    const { report, environment } = this
    const checks: WordChecks = {
      expression: (node, pointer) => this.texts.expression(node, pointer),
      template: (node, pointer) => this.texts.value(node, pointer),
      text: (node, pointer) => this.texts.text(node, pointer),
      value: (node, pointer) => this.texts.value(node, pointer),
      input: (node, pointer) => this.texts.input(node, pointer),
      call: (node, pointer, schema) => this.calls.call(node, pointer, useOf(schema)),
      form: (node, pointer) => this.fileAt('forms', node, pointer),
      list: (node, pointer) => this.fileAt('lists', node, pointer),
      dialog: (node, pointer) => this.dialog(node, pointer),
      resource: (node, pointer, schema) => checkResource(node, pointer, schema, report, environment),
      source: (node, pointer) => this.named('unknownSource', this.references.sources(pointer), node, pointer),
      action: (node, pointer) => this.steps.action(node, pointer),
      node: (node, pointer) => this.node(node, pointer),
      field: (node, pointer) => this.field(node, pointer),
      fields: (node, pointer) => this.field(node, pointer),
      pattern: (node, pointer) => this.pattern(node, pointer),
      schema: (node, pointer) => {
        this.texts.schema(node, pointer)
        this.constraints.bounds(node, pointer)
      },
      icon: (node, pointer) => this.references.icon(node, pointer),
      right: (node, pointer) => this.references.right(node, pointer),
      module: (node, pointer) => this.references.module(node, pointer),
      tag: (node, pointer) => this.references.tag(node, pointer),
      event: (node, pointer) => this.event(node, pointer),
      state: (node, pointer, schema) => this.state(node, pointer, schema),
      path: (node, pointer) => this.references.path(node, pointer),
      answer: (node, pointer) => this.references.answer(node, pointer),
      column: (node, pointer) => this.references.column(node, pointer),
      cell: (node, pointer) => this.cell(node, pointer),
      taken: (node, pointer) => this.dialogs.taken(node, pointer),
    }
    return checks
  }

  /** What a list's words need of each other. */
  list(list: Node, pointer: string): void {
    this.searchFields(list, pointer)
    const edit = memberNode(list, 'edit')
    const row = itemsOf(memberNode(list, 'row'))
    const editing = row[buttonNames(row.map(membersAsText), 'row').indexOf('edit')]
    if (edit && !opensDialog(memberNode(editing, 'do')))
      this.report.add('noInlineForm', edit, below(pointer, 'edit'))
  }

  /** Search fields, and that of the tree at the left, are members of the input of the call whose answer the list shows. */
  private searchFields(list: Node, pointer: string): void {
    for (const [index, entry] of (memberNode(list, 'search')?.children ?? []).entries()) {
      const name = memberNode(memberNode(entry, 'field'), 'name')
      if (name?.type === 'string') this.references.searchField(name, `${pointer}/search/${index}/field/name`)
    }
    const field = memberNode(memberNode(list, 'left'), 'field')
    if (field?.type === 'string') this.references.searchField(field, `${pointer}/left/field`)
  }

  private wrongType(node: Node, pointer: string, expected: string): void {
    this.report.add('type', node, pointer, { expected, params: { found: node.type } })
  }

  private event(node: Node, pointer: string): void {
    if (node.type !== 'string') this.wrongType(node, pointer, 'items.expandAll')
    else if (String(node.value).includes('${')) this.texts.value(node, pointer)
    else this.references.event(node, pointer)
  }

  private state(node: Node, pointer: string, schema: JsonSchema): void {
    const { whole } = schema as { readonly whole?: boolean }
    if (whole && node.value === 'page') return
    if (node.type !== 'string' || !/^page\.\w/.test(String(node.value))) {
      this.report.add('value', node, pointer, {
        params: { value: JSON.stringify(contentOf(node)) },
        expected: 'page.category',
      })
    } else this.references.state(String(node.value), node, pointer)
  }

  /** A widget that shows a cell, and its settings beside it. */
  private cell(node: Node, pointer: string): void {
    if (node.type !== 'string') {
      this.wrongType(node, pointer, 'tag')
      return
    }
    const name = String(node.value)
    const { catalogue } = this.environment
    const definition = catalogue.get(name)
    if (!definition && !CELLS.includes(name)) {
      const choices = [...catalogue.all().map((widget) => widget.key), ...CELLS]
      this.report.add('unknownWidget', node, pointer, { params: { name }, written: name, choices })
      return
    }
    const settings = memberNode(node.parent?.parent, 'settings')
    if (definition && settings?.type === 'object') {
      const schema = { ...widgetSchema(definition), required: [] } as JsonSchema
      this.walk.object(settings, schema, below(above(pointer), 'settings'))
    }
  }

  private pattern(node: Node, pointer: string): void {
    this.walk.check(node, PatternShape as JsonSchema, pointer)
    const [pattern, flags] = [memberNode(node, 'pattern'), memberNode(node, 'flags')]
    if (pattern?.type !== 'string') return
    try {
      new RegExp(pattern.value, flags?.value ?? 'u')
    } catch (error) {
      const reason = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : ''
      this.report.add('pattern', pattern, below(pointer, 'pattern'), {
        params: { pattern: pattern.value, reason },
        expected: '^[A-Z]{2}\\d+$',
      })
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

  /** A dialog may be chosen by a place; a source is known when the page is compiled. */
  private dialog(node: Node, pointer: string): void {
    if (node.type === 'string' && String(node.value).includes('${')) this.texts.value(node, pointer)
    else this.named('unknownDialog', this.names.dialogs, node, pointer)
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
    if (known && !known.has(name)) {
      this.report.add(message, node, pointer, { params: { name }, written: name, choices: known })
    }
  }

  /** The string under a key, with its node; a missing one is reported, or the misspelt one that stands for it. */
  private discriminator(node: Node, key: string, pointer: string): Node | undefined {
    if (node.type !== 'object') {
      this.wrongType(node, pointer, `{ "${key}": … }`)
      return undefined
    }
    const value = memberNode(node, key)
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
    if (value.children) this.wrongType(value, below(pointer, 'node'), 'list')
    else if (!definition) {
      this.report.add('unknownNode', value, below(pointer, 'node'), {
        params: { name: value.value },
        written: String(value.value),
        choices: nodes.keys(),
      })
    }
    if (!definition) return
    this.walk.object(node, definition.schema as JsonSchema, pointer, ['node'])
    if (definition.name === 'list') this.list(node, pointer)
    if (definition.name === 'chart') checkChart(node, pointer, this.report)
    if (definition.name === 'form') {
      this.schemaForm(node, pointer)
      checkInlineForm(node, pointer, this.report, this.environment, this.names)
    }
  }

  /** What a form of a JSON Schema sends. */
  private schemaForm(node: Node, pointer: string): void {
    const [schema, submit] = [memberNode(node, 'schema'), memberNode(node, 'submit')]
    const submission = submit && submissionOf(contentOf(submit), this.environment)
    if (submission)
      new AcceptedCheck(this.report, this.environment.catalogue, [submission]).schema(
        schema,
        below(pointer, 'schema'),
      )
  }

  private field(node: Node, pointer: string): void {
    const value = this.discriminator(node, 'widget', pointer)
    if (!value) return
    const definition = this.environment.catalogue.get(String(value.value))
    if (value.children) this.wrongType(value, below(pointer, 'widget'), 'input')
    else if (!definition) {
      this.report.add('unknownWidget', value, below(pointer, 'widget'), {
        params: { name: value.value },
        written: String(value.value),
        choices: this.environment.catalogue.all().map((widget) => widget.key),
      })
    }
    if (!definition) return
    const schema = widgetSchema(definition) as JsonSchema
    this.walk.object(node, schema, pointer, ['widget'])
    checkField(node, pointer, definition, this.report, this.environment)
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
    return (contentOf(node) as Readonly<Record<string, unknown>>)[key]
  }
}

const membersAsText = (button: Node) => ({
  value: memberText(button, 'value'),
  code: memberText(button, 'code'),
})

/** Whether one of an action's own steps opens a dialog. */
function opensDialog(action: Node | undefined): boolean {
  const steps = action?.type === 'array' ? (action.children ?? []) : [action]
  return steps.some((step) => memberNode(step, 'open') !== undefined)
}

/** Ways to show a cell beside the widgets' own. */
const CELLS: readonly string[] = ['tag']

/** What a place does with the call that it names. */
const useOf = (schema: JsonSchema) => (schema as { readonly use?: CallUse }).use ?? 'do'
