import { getNodeValue, type Node } from 'jsonc-parser'
import type { Reference } from '../expression'
import { ICON_NAMES } from '../icon-names'
import { isRecord } from '../json'
import { compileSchema } from '../schema'
import type { JsonSchema } from '../schema/json-schema'
import type { CallContract, CheckEnvironment } from './environment'
import { around, type Names, scopeAt } from './names'
import { memberNode } from './node'
import { above, below } from './positions'
import type { ProblemMessage, Report } from './report'
import { memberNames, memberOf, type Shape } from './shape'
import { expectationOf } from './walk'

/** Looks up what documents refer to: names in expressions, members, calls' inputs, rights, icons, tags, events, state. */
export class NamesCheck {
  private readonly report: Report
  private readonly environment: CheckEnvironment
  private readonly names: Names

  constructor(report: Report, environment: CheckEnvironment, names: Names) {
    this.report = report
    this.environment = environment
    this.names = names
  }

  /** A reference of an expression, part by part; the place is that of the part that is not there. */
  reference({ path, offsets }: Reference, node: Node, pointer: string): void {
    const scope = scopeAt(this.names, pointer)
    if (!scope) return
    const [root = '', ...members] = path.split('.')
    const known = scope.get(root)
    const shift = (index: number) => this.report.rawOffset(node, offsets[index] ?? offsets[0] ?? 0)
    if (known === undefined) {
      const choices = [...scope.keys()]
      this.report.add('unknownName', node, pointer, {
        params: { name: root },
        written: root,
        choices,
        shift: shift(0),
      })
      return
    }
    let shape: Shape = known
    for (const [index, name] of members.entries()) {
      const next = memberOf(shape, name)
      if (next === undefined) {
        const owner = [root, ...members.slice(0, index)].join('.')
        this.report.add(missing(owner), node, pointer, {
          params: { name, owner },
          written: name,
          choices: memberNames(shape),
          shift: shift(index + 1),
        })
        return
      }
      shape = next
    }
  }

  /** A member of the row that is shown: a column's path. */
  path(node: Node, pointer: string): void {
    const row = scopeAt(this.names, pointer)?.get('row')
    if (node.type !== 'string' || row === undefined || row === 'open') return
    let shape: Shape = row
    let at = 0
    for (const name of String(node.value).split('.')) {
      const next = memberOf(shape, name)
      if (next === undefined) {
        const choices = memberNames(shape)
        const params = { name, owner: 'row' }
        this.report.add('unknownField', node, pointer, {
          params,
          written: name,
          choices,
          shift: this.report.rawOffset(node, at),
        })
        return
      }
      shape = next
      at += name.length + 1
    }
  }

  /** A column of the same list. */
  column(node: Node, pointer: string): void {
    this.among('unknownField', columnsAround(node), node, pointer, { owner: 'columns' })
  }

  icon(node: Node, pointer: string): void {
    this.among('unknownIcon', ICON_NAMES, node, pointer)
  }

  right(node: Node, pointer: string): void {
    this.among('unknownRight', this.names.rights, node, pointer)
  }

  module(node: Node, pointer: string): void {
    this.among('unknownModule', this.environment.modules, node, pointer)
  }

  tag(node: Node, pointer: string): void {
    this.among('unknownTag', this.environment.tags, node, pointer)
  }

  /** A target that a place chooses is known only when the page runs. */
  event(node: Node, pointer: string): void {
    if (!String(node.value).includes('${')) this.among('unknownEvent', this.names.events, node, pointer)
  }

  /** `page.category`: declared under `state`. */
  state(path: string, node: Node, pointer: string): void {
    const [root = '', name = ''] = path.split('.')
    if (root === 'page') {
      if (!this.names.state || this.names.state.has(name)) return
      const details = { params: { name, owner: root }, written: name, choices: this.names.state }
      this.report.add('unknownState', node, pointer, { ...details, shift: this.report.rawOffset(node, 5) })
    } else {
      const dots = [...path.matchAll(/\./g)].map(({ index }) => index + 1)
      this.reference({ path, offsets: [0, ...dots] }, node, pointer)
    }
  }

  /** What a call is given, against the contract. `given` is null where nothing is. */
  input(call: string, given: Node | null, place: Node, pointer: string): void {
    const contract = this.environment.calls?.get(call)
    if (!contract) return
    const known = { ...contract.inBody, ...contract.inAddress }
    const source = /^\/data\/([^/]+)\/call$/.exec(pointer)?.[1]
    const present = new Set(source === undefined ? [] : this.names.searched?.get(source))
    for (const property of given?.children ?? []) {
      const [key, value] = property.children ?? []
      if (!key || !value) continue
      const name = String(key.value)
      present.add(name)
      const at = below(below(above(pointer), 'with'), name)
      if (known[name]) this.inputValue(call, name, contract, value, at)
      else if (!contract.isOpen) {
        const details = { params: { name, call }, written: name, choices: Object.keys(known) }
        this.report.add('unknownInput', key, at, details)
      }
    }
    for (const name of contract.required) {
      if (present.has(name)) continue
      const expected = expectationOf(known[name] ?? {})
      this.report.add('missingInput', place, pointer, {
        params: { name, call },
        ...(expected !== '' && { expected: `${name}: ${expected}` }),
      })
    }
  }

  /** A constant is validated as it travels: of the address as text, of the body as it is. */
  private inputValue(call: string, name: string, contract: CallContract, node: Node, pointer: string): void {
    const value: unknown = getNodeValue(node)
    if (hasPlaces(value)) return
    const isAddress = contract.inAddress[name] !== undefined
    const schema = contract.inAddress[name] ?? contract.inBody[name] ?? {}
    const forms =
      isAddress && typeof value !== 'object'
        ? [value, String(value), Number(value), value === 'true']
        : [value]
    const isValid = validatorOf(schema)
    if (!isValid || value === null || forms.some((form) => isValid(form))) return
    this.report.add('inputType', node, pointer, {
      params: { name, call, value: JSON.stringify(value) },
      expected: expectationOf(schema),
    })
  }

  /** A kind of record or value that a dialog takes. */
  taken(node: Node, pointer: string): void {
    const written = String(node.value).replace(/\?$/, '')
    const choices = [...Object.keys(VALUES), ...Object.keys(this.environment.resources)]
    if (node.type === 'string' && choices.includes(written)) return
    this.report.add('value', node, pointer, {
      params: { value: JSON.stringify(getNodeValue(node)) },
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

  /** A constant is of the kind that is taken; what a place gives is known when the page runs. */
  private takenValue(dialog: string, name: string, kind: string, node: Node, pointer: string): void {
    const value: unknown = getNodeValue(node)
    const isA = VALUES[kind.replace(/\?$/, '')] ?? isRecord
    if (isA(value) || (typeof value === 'string' && value.includes('${'))) return
    this.report.add('takenType', node, pointer, {
      params: { name, dialog, value: JSON.stringify(value) },
      expected: kind,
    })
  }

  /** A list's search fields go with the call of each source that it shows. */
  searchField(name: Node, pointer: string): void {
    const searches = this.names.searches && around(this.names.searches, pointer)
    for (const call of searches ?? []) {
      const contract = this.environment.calls?.get(call)
      if (!contract || contract.isOpen) continue
      const choices = [...Object.keys(contract.inAddress), ...Object.keys(contract.inBody)]
      const written = String(name.value)
      if (!choices.includes(written))
        this.report.add('unknownInput', name, pointer, { params: { name: written, call }, written, choices })
    }
  }

  private among(
    message: ProblemMessage,
    known: Iterable<string> | undefined,
    node: Node,
    pointer: string,
    params: Readonly<Record<string, unknown>> = {},
  ): void {
    if (node.type !== 'string') {
      this.report.add('type', node, pointer, { expected: 'text', params: { found: node.type } })
      return
    }
    if (!known) return
    const choices = [...known]
    const name = String(node.value)
    if (!choices.includes(name))
      this.report.add(message, node, pointer, { params: { ...params, name }, written: name, choices })
  }
}

/** Kinds of value that a dialog can take, beside records of resources. */
const VALUES: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: isRecord,
  array: Array.isArray,
  any: () => true,
}

function missing(owner: string): ProblemMessage {
  return owner === 'page' ? 'unknownState' : owner === 'data' ? 'unknownSource' : 'unknownField'
}

export function hasPlaces(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('${')
  return typeof value === 'object' && value !== null && Object.values(value).some(hasPlaces)
}

const validators = new WeakMap<JsonSchema, ((value: unknown) => boolean) | null>()

/** Whether a value is of a schema; null for one that refers outside itself. */
function validatorOf(schema: JsonSchema): ((value: unknown) => boolean) | null {
  const known = validators.get(schema)
  if (known !== undefined) return known
  let isValid: ((value: unknown) => boolean) | null = null
  try {
    const problems = compileSchema(schema)
    isValid = (value) => problems(value).length === 0
  } catch {
    // A reference to a definition of the whole answer: not validated.
  }
  validators.set(schema, isValid)
  return isValid
}

/** Paths of the columns of the list that a node stands in. */
function columnsAround(node: Node): readonly string[] | undefined {
  for (let place = node.parent; place; place = place.parent) {
    const columns = memberNode(place, 'columns')
    const paths = (columns?.children ?? []).filter(({ type }) => type === 'object').map(pathOf)
    if (place.type === 'object' && paths.length > 0) return paths
  }
  return undefined
}

const pathOf = (column: Node): string => String(memberNode(column, 'path')?.value)
