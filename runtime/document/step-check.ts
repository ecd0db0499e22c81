import type { Node } from 'jsonc-parser'
import { verbs } from '../action/verbs'
import type { JsonSchema } from '../schema/json-schema'
import type { DialogCheck } from './dialog-check'
import type { NamesCheck } from './names-check'
import { memberNode } from './node'
import { checkOrder } from './parts-check'
import { below } from './positions'
import type { Report } from './report'
import type { SchemaWalk } from './walk'

/** Validates steps: each is of one verb, with that verb's words; what it reaches is there. */
export class StepCheck {
  private readonly report: Report
  private readonly references: NamesCheck
  private readonly dialogs: DialogCheck
  private readonly walk: () => SchemaWalk

  constructor(report: Report, references: NamesCheck, dialogs: DialogCheck, walk: () => SchemaWalk) {
    this.report = report
    this.references = references
    this.dialogs = dialogs
    this.walk = walk
  }

  /** One step, or a list of them. */
  action(node: Node, pointer: string): void {
    if (node.type === 'array') {
      for (const [index, step] of (node.children ?? []).entries()) this.step(step, below(pointer, index))
      checkOrder(node, pointer, this.report)
    } else this.step(node, pointer)
  }

  private step(node: Node, pointer: string): void {
    if (node.type !== 'object') {
      this.report.add('type', node, pointer, {
        expected: 'step: { "call": … }',
        params: { found: node.type },
      })
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
    const schema = verb.schema as JsonSchema
    const second = (node.children ?? []).find(({ children: [key] = [] }) => {
      const other = String(key?.value)
      return other !== name && verbs.has(other) && !schema.properties?.[other]
    })
    if (second) {
      const both = keys.filter((key) => verbs.has(key)).join(', ')
      this.report.add('twoVerbs', second, pointer, { params: { name: both }, expected: String(name) })
      return
    }
    this.walk().object(node, schema, pointer)
    if (name === 'open') this.dialogs.opened(node, pointer)
    if (name === 'validate' || name === 'submit' || name === 'reset')
      this.references.form(memberNode(node, name), below(pointer, name))
    if (name === 'set') this.written(memberNode(node, 'set'), below(pointer, 'set'))
  }

  /** What `set` writes to is declared. */
  private written(values: Node | undefined, pointer: string): void {
    for (const { children: [key] = [] } of values?.children ?? []) {
      const path = String(key?.value)
      if (key && /^(?:page|form)\.\w/.test(path)) this.references.state(path, key, below(pointer, path))
    }
  }
}
