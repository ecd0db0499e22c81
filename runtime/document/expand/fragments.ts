import { type Node, parseTree } from 'jsonc-parser'
import type { DocumentKind, ExpandEnvironment } from '../environment'
import type { FragmentKind } from '../fragment-schema'
import { contentOf, itemsOf, memberNode, membersOf } from '../node'
import { inside, type Origin, Positions } from '../positions'
import type { Report } from '../report'
import { soundTree } from '../sound-tree'
import { filledSlots } from './slots'
import type { Tree } from './tree'

/** Members that hold data or actions, in which nothing is put in. */
const CLOSED = new Set([
  ...['with', 'record', 'settings', 'state', 'schema', 'uiSchema', 'options', 'default'],
  ...[
    'do',
    'submit',
    'before',
    'after',
    'load',
    'onOpen',
    'select',
    'save',
    'change',
    'shown',
    'children',
    'next',
    'zoomed',
    'paging',
    'sort',
  ],
])

/** `{{path}}`: where a parameter goes in. */
const PLACE = /\{\{(\w+)\}\}/g

/** Of each declared parameter its value; null where it has none, which has been told. */
type Parameters = ReadonlyMap<string, Node | null>

export interface FragmentUse {
  readonly tree: Tree
  readonly report: Report
  readonly environment: ExpandEnvironment
  /** Files of the fragments that were put in. */
  readonly uses: Set<string>
}

/** Puts fragments in where a document says `use`, and fragments into those. */
export class Fragments {
  private readonly given: FragmentUse
  private readonly document: DocumentKind

  constructor(given: FragmentUse, document: DocumentKind) {
    this.given = given
    this.document = document
  }

  /**
   * @param kind what has to stand here
   * @param around fragments that this one stands in
   */
  putIn(node: Node, kind: FragmentKind, origin: Origin, around: readonly string[] = []): Node {
    const use = memberNode(node, 'use')
    if (use?.type === 'string') return this.used(node, use, kind, origin, around)
    if (node.type === 'array') {
      const items = itemsOf(node).map((item, index) => this.putIn(item, kind, inside(origin, index), around))
      return this.given.tree.changed(node, items)
    }
    if (node.type !== 'object') return node
    const properties = (node.children ?? []).map((property) => {
      const [key, value] = property.children ?? []
      const name = String(key?.value)
      if (!key || !value || CLOSED.has(name)) return property
      const put = this.putIn(value, this.kindBelow(name, kind), inside(origin, name), around)
      return put === value ? property : this.given.tree.replaced(property, [key, put])
    })
    return this.given.tree.changed(node, properties)
  }

  /** What stands under a key, or in its list: members of `dialogs` are dialogs, cells of `columns` columns. */
  private kindBelow(key: string, around: FragmentKind): FragmentKind {
    if (key === 'columns') return this.document === 'form' || around === 'field' ? 'field' : 'column'
    if (key === 'fields' || key === 'field' || key === 'search') return 'field'
    if (key === 'toolbar' || key === 'row' || key === 'menu') return 'button'
    if (key === 'dialogs') return 'dialog'
    if (key === 'data') return 'source'
    if (key === 'body' || key === 'items' || key === 'aside' || key === 'main') return 'node'
    return around
  }

  private used(node: Node, use: Node, kind: FragmentKind, origin: Origin, around: readonly string[]): Node {
    const { tree, report, environment, uses } = this.given
    const file = `fragments/${String(use.value)}.json`
    const told = tree.kept(use, inside(origin, 'use'))
    const { pointer } = inside(origin, 'use')
    if (around.includes(file)) {
      report.add('fragmentCircle', told, pointer, { params: { files: [...around, file].join(' → ') } })
      return tree.made(null, node, origin)
    }
    const text = environment.read?.(file)
    const root = text === undefined ? undefined : (soundTree(text) ?? parseTree(text))
    if (text === undefined || !root) {
      const names = (environment.files ?? []).flatMap(
        (name) => /^fragments\/(.+)\.json$/.exec(name)?.[1] ?? [],
      )
      const name = String(use.value)
      report.add('unknownFragment', told, pointer, { params: { name }, written: name, choices: names })
      return tree.made(null, node, origin)
    }
    uses.add(file)
    const gives = memberNode(root, kind)
    if (!gives) {
      report.add('fragmentKind', told, pointer, { params: { name: use.value, kind } })
      return tree.made(null, node, origin)
    }
    const own: Origin = { positions: new Positions(file, text), pointer: `/${kind}` }
    tree.kept(root, { ...own, pointer: '' })
    const parameters = this.parameters(node, memberNode(root, 'takes'), origin)
    const filled = this.filled(gives, parameters)
    return this.putIn(this.framed(filled, node, origin, around), kind, own, [...around, file])
  }

  /** What a fragment gives, its slots filled. What they are filled with is the user's: it may use the same fragment again. */
  private framed(gives: Node, node: Node, origin: Origin, around: readonly string[]): Node {
    const { tree, report } = this.given
    const place = inside(origin, 'slots')
    const given = new Map(
      membersOf(memberNode(node, 'slots')).map(([name, value]) => {
        const at = inside(place, name)
        return [name, this.putIn(tree.kept(value, at), 'node', at, around)] as const
      }),
    )
    if (given.size === 0) return gives
    const { node: framed, known } = filledSlots(gives, given, tree)
    for (const [name, value] of given)
      if (!known.has(name))
        report.add('unknownSlot', value, inside(place, name).pointer, {
          params: { name },
          written: name,
          choices: known,
        })
    return framed
  }

  /** What each parameter is here: as given, else its default. */
  private parameters(node: Node, takes: Node | undefined, origin: Origin): Parameters {
    const { tree, report } = this.given
    const place = inside(origin, 'with')
    const given = new Map(membersOf(memberNode(node, 'with')))
    const taken = new Map(membersOf(takes))
    for (const [name, value] of given) {
      tree.kept(value, inside(place, name))
      if (taken.has(name)) continue
      report.add('unknownArgument', value, '', { params: { name }, written: name, choices: taken.keys() })
    }
    return new Map(
      [...taken].map(([name, parameter]) => {
        const value = given.get(name) ?? memberNode(parameter, 'default') ?? null
        if (!value) report.add('missingArgument', tree.made(null, node, origin), '', { params: { name } })
        return [name, value] as const
      }),
    )
  }

  /** The fragment with its parameters in their places. */
  private filled(node: Node, parameters: Parameters): Node {
    if (node.type === 'string') return this.filledText(node, parameters)
    if (!node.children) return node
    return this.given.tree.changed(
      node,
      node.children.map((child) => this.filled(child, parameters)),
    )
  }

  private filledText(node: Node, parameters: Parameters): Node {
    const { tree, report } = this.given
    const text = String(node.value)
    // Most have none, and every text of every fragment is looked at.
    if (!text.includes('{{')) return node
    const names = [...text.matchAll(PLACE)].map(([, name = '']) => name)
    if (names.length === 0) return node
    for (const name of names) {
      if (!parameters.has(name))
        report.add('unknownArgument', node, '', {
          params: { name },
          written: name,
          choices: parameters.keys(),
        })
    }
    const [only = ''] = names
    const whole = text === `{{${only}}}` ? parameters.get(only) : undefined
    if (whole) return whole
    const filled = text.replace(PLACE, (place, name: string) => {
      const value = parameters.get(name)
      return value ? String(contentOf(value)) : place
    })
    return tree.withText(node, filled)
  }
}
