import type { Node } from 'jsonc-parser'
import { isRecord } from '../json'
import type { CheckEnvironment } from './environment'
import { takenShape, valueShape } from './given-values'
import { type Names, scopeAt } from './names'
import { contentOf, memberNode } from './node'
import { below } from './positions'
import type { Report } from './report'
import { kindsOf } from './shape'

/** Validates what dialogs say that they take, and what whoever opens one gives. */
export class DialogCheck {
  private readonly report: Report
  private readonly environment: CheckEnvironment
  private readonly names: Names

  constructor(report: Report, environment: CheckEnvironment, names: Names) {
    this.report = report
    this.environment = environment
    this.names = names
  }

  /** A kind of record or value that a dialog takes. */
  taken(node: Node, pointer: string): void {
    const written = String(node.value).replace(/\?$/, '')
    const choices = [...Object.keys(VALUES), ...Object.keys(this.environment.resources)]
    if (node.type === 'string' && choices.includes(written)) return
    this.report.add('value', node, pointer, {
      params: { value: JSON.stringify(contentOf(node)) },
      expected: Object.keys(VALUES).join(' | '),
      written,
      choices,
    })
  }

  /** Who opens a dialog gives what it takes, and nothing else. A dialog that a place chooses is known when the page runs. */
  opened(step: Node, pointer: string): void {
    const word = memberNode(step, 'open') ? 'open' : 'print'
    const [open, given] = [memberNode(step, word), memberNode(step, 'with')]
    const dialog = String(open?.value)
    const takes = this.names.takes?.get(dialog)
    if (!open || !takes || (given && given.type !== 'object')) return
    const present = new Set<string>()
    for (const { children: [key, value] = [] } of given?.children ?? []) {
      if (!key || !value) continue
      const name = String(key.value)
      present.add(name)
      const kind = takes.get(name)
      const at = below(below(pointer, 'with'), name)
      if (kind === undefined) {
        const details = { params: { name, dialog }, written: name, choices: [...takes.keys()] }
        this.report.add('unknownTaken', key, at, details)
      } else this.takenValue(dialog, name, kind, value, at)
    }
    for (const [name, kind] of takes)
      if (!present.has(name) && !kind.endsWith('?'))
        this.report.add('missingTaken', open, below(pointer, word), {
          params: { name, dialog },
          expected: `${name}: ${kind}`,
        })
  }

  /** A constant is of the kind that is taken, and so is what a whole place is known to give. */
  private takenValue(dialog: string, name: string, kind: string, node: Node, pointer: string): void {
    const value: unknown = contentOf(node)
    const isA = VALUES[kind.replace(/\?$/, '')] ?? isRecord
    if (typeof value === 'string' && value.includes('${') ? this.canBe(value, kind, pointer) : isA(value))
      return
    this.report.add('takenType', node, pointer, {
      params: { name, dialog, value: JSON.stringify(value) },
      expected: kind,
    })
  }

  private canBe(value: string, kind: string, pointer: string): boolean {
    const given = kindsOf(valueShape(value, scopeAt(this.names, pointer) ?? new Map()))
    const name = kind.replace(/\?$/, '')
    const taken = name in this.environment.resources || name === 'object' ? RECORD : kindsOf(takenShape(kind))
    return !given || !taken || [...given].some((one) => taken.has(one))
  }
}

const RECORD: ReadonlySet<string> = new Set(['object'])

/** Kinds of value that a dialog can take, beside records of resources. */
const VALUES: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: isRecord,
  array: Array.isArray,
  any: () => true,
}
