import type { Node } from 'jsonc-parser'
import { patternFault } from '../date/pattern'
import { syntaxFault } from '../script/syntax'
import { addressFault } from './address-check'
import { ConditionCheck } from './condition-check'
import type { Want } from './constraint'
import type { CheckEnvironment } from './environment'
import { referenceIn } from './given-values'
import { type Names, scopeAt } from './names'
import { itemsOf, memberNode, membersOf, memberText } from './node'
import { below } from './positions'
import { onlyReference } from './reference-shape'
import type { Report } from './report'
import { kindsOf, memberNames, memberOf, rowsOf, schemaShape } from './shape'
import type { ConstraintWalk } from './walk'

/** Checks what words want of their values beyond their shape (`constraint.ts`). */
export class ConstraintChecks implements ConstraintWalk {
  private readonly report: Report
  private readonly environment: CheckEnvironment
  private readonly names: Names
  private readonly conditions: ConditionCheck

  constructor(report: Report, environment: CheckEnvironment, names: Names) {
    this.report = report
    this.environment = environment
    this.names = names
    this.conditions = new ConditionCheck(report)
  }

  wanted(wants: Want, node: Node, pointer: string): void {
    if (wants === 'list') this.type(node, pointer, 'notList', ['array'])
    else if (wants === 'number') this.type(node, pointer, 'notNumber', ['number', 'integer', 'string'])
    else if (wants === 'condition') this.conditions.check(node, pointer)
    else if (node.type === 'string' && !String(node.value).includes('{{')) {
      if (wants === 'address') this.address(node, pointer)
      else if (wants === 'script') this.script(node, pointer)
      else if (wants === 'datePattern') this.datePattern(node, pointer)
      else this.optionMember(node, pointer)
    }
  }

  /** What a value that is one reference, or a constant, is known to be. */
  private type(node: Node, pointer: string, code: 'notList' | 'notNumber', types: readonly string[]): void {
    const name = String(node.value)
    if (node.type !== 'string') {
      // A number written as it is; what is no text is of its own type.
      const fits = types.includes(node.type) || node.type === 'null'
      if (!fits) this.report.add(code, node, pointer, { params: { name: node.type } })
      return
    }
    const isPlace = name.includes('${')
    const reference = onlyReference(name, isPlace ? 'template' : 'expression')
    if (!reference) return
    const scope = scopeAt(this.names, pointer)
    const shape = scope && referenceIn(reference.path, scope)
    const known = shape && kindsOf(shape)
    if (!known || known.size === 0 || [...known].some((type) => types.includes(type))) return
    this.report.add(code, node, pointer, {
      params: { name: reference.path },
      shift: this.report.rawOffset(node, reference.at),
    })
  }

  private address(node: Node, pointer: string): void {
    const fault = addressFault(String(node.value), this.environment)
    if (!fault) return
    const { code, address, choices } = fault
    this.report.add(code, node, pointer, { params: { address }, written: address, choices })
  }

  private script(node: Node, pointer: string): void {
    const source = String(node.value)
    const at = syntaxFault(source)
    if (at === undefined) return
    const found = source.slice(at, at + FOUND).split('\n')[0] ?? ''
    this.report.add('script', node, pointer, {
      params: { found },
      expected: '({ rows }) => rows.length',
      shift: this.report.rawOffset(node, at),
    })
  }

  private datePattern(node: Node, pointer: string): void {
    const pattern = String(node.value)
    const at = patternFault(pattern)
    if (at === undefined) return
    this.report.add('datePattern', node, pointer, {
      params: { pattern },
      expected: 'yyyy-MM-dd HH:mm:ss',
      shift: this.report.rawOffset(node, at),
    })
  }

  /** A member of what the call answers of which choices are made; of a dictionary or an interface nothing is known here. */
  private optionMember(node: Node, pointer: string): void {
    const call = memberText(node.parent?.parent, 'call')
    const contract = call === undefined ? undefined : this.environment.calls?.get(call)
    if (!contract) return
    const row = rowsOf(schemaShape(contract.answer))
    const name = String(node.value)
    if (memberOf(row, name) !== undefined) return
    const choices = memberNames(row)
    this.report.add('unknownField', node, pointer, { params: { name, owner: call }, written: name, choices })
  }

  /** A JSON Schema's own ends, to any depth. */
  bounds(schema: Node, pointer: string): void {
    for (const [name, member] of membersOf(schema)) {
      const place = below(pointer, name)
      const least = /^max/.test(name) ? name.replace(/^max/, 'min') : undefined
      if (least !== undefined && member.type === 'number') this.notBelow(member, name, least, place)
      this.bounds(member, place)
    }
    for (const [index, item] of itemsOf(schema).entries()) this.bounds(item, below(pointer, index))
  }

  notBelow(node: Node, name: string, other: string, pointer: string): void {
    const sibling = memberNode(node.parent?.parent, other)
    const [most, least] = [boundOf(node), boundOf(sibling)]
    if (most === undefined || least === undefined || typeof most !== typeof least || most >= least) return
    this.report.add('order', node, pointer, { params: { name, other, most, least } })
  }
}

/** Characters of a script that are told of where it is wrong. */
const FOUND = 12

/** A number, or a fixed moment: milliseconds, a time or date as text. */
function boundOf(node: Node | undefined): number | string | undefined {
  if (node?.type === 'number') return Number(node.value)
  if (node?.type === 'string') return /^\d[\d:.\-/T ]*$/.test(node.value) ? String(node.value) : undefined
  return memberText(node, 'kind') === 'fixed' ? boundOf(memberNode(node, 'value')) : undefined
}
