import type { Node } from 'jsonc-parser'
import type { Reference } from '../expression'
import { ICON_NAMES } from '../icon-names'
import type { CheckEnvironment } from './environment'
import { around, type Names, scopeAt } from './names'
import { memberNode } from './node'
import type { ProblemMessage, Report } from './report'
import { isList, memberNames, memberOf, type Shape, schemaShape } from './shape'

/** Looks up what documents refer to: names in expressions, members, rights, icons, tags, events, state. */
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

  /** A member of what the source around it is answered. Of a list in the answer there is nothing below. */
  answer(node: Node, pointer: string): void {
    if (node.type !== 'string') {
      this.report.add('type', node, pointer, { expected: 'station.rows', params: { found: node.type } })
      return
    }
    const call = String(callAround(node)?.value)
    const contract = this.environment.calls?.get(call)
    if (!contract) return
    let shape = schemaShape(contract.answer)
    let at = 0
    for (const name of String(node.value).split('.')) {
      const next = isList(shape) ? undefined : memberOf(shape, name)
      if (next === undefined) {
        this.report.add('unknownField', node, pointer, {
          params: { name, owner: call },
          written: name,
          choices: isList(shape) ? [] : memberNames(shape),
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

  /** The sources that are seen at a place: the page's, inside a dialog its own too; undefined where they are not known. */
  sources(pointer: string): ReadonlySet<string> | undefined {
    if (!this.names.sources) return undefined
    const seen = scopeAt(this.names, pointer)?.get('data')
    return seen === undefined || seen === 'open' ? this.names.sources : new Set(memberNames(seen))
  }

  /** A form that a step reaches by its name, or the one around. */
  form(node: Node | undefined, pointer: string): void {
    const { forms, searched } = this.names
    if (!node || !forms) return
    if (node.value === true) {
      const isAround = scopeAt(this.names, pointer)?.has('form') ?? true
      if (forms.size === 0 && !isAround) this.report.add('noForm', node, pointer)
      return
    }
    const name = String(node.value)
    const isList = pointer.endsWith('/reset') && searched?.has(name)
    if (node.type !== 'string' || name.includes('${') || forms.has(name) || isList) return
    this.report.add('unknownForm', node, pointer, {
      params: { name },
      written: name,
      choices: [...forms, 'true'],
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

function missing(owner: string): ProblemMessage {
  return owner === 'page' ? 'unknownState' : owner === 'data' ? 'unknownSource' : 'unknownField'
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

/** The call of the source that a node stands in. */
function callAround(node: Node): Node | undefined {
  for (let place = node.parent; place; place = place.parent) {
    const call = memberNode(place, 'call')
    if (call?.type === 'string') return call
  }
  return undefined
}

const pathOf = (column: Node): string => String(memberNode(column, 'path')?.value)
