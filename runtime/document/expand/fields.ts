import type { Node } from 'jsonc-parser'
import { itemsOf, memberNode, memberText } from '../node'
import { inside, type Origin } from '../positions'
import type { Report } from '../report'
import type { Known } from './known'
import type { MemberField, Members } from './members'
import type { Tree } from './tree'

/** Fields of forms and of searches, each with what follows from the resource's member that it is. */
export class Fields {
  private readonly tree: Tree
  private readonly members: Members
  private readonly report: Report

  constructor(tree: Tree, report: Report, members: Members) {
    this.tree = tree
    this.report = report
    this.members = members
  }

  /** A form, or a container of fields, with all that is in it. */
  within(node: Node, at: Origin, resource: Known): Node {
    const { tree } = this
    const below = Object.fromEntries(
      ['fields', 'panes'].flatMap((key) => {
        const list = memberNode(node, key)
        if (list?.type !== 'array') return []
        const place = inside(at, key)
        const items = itemsOf(list).map((item, index) => this.field(item, inside(place, index), resource))
        return [[key, tree.replaced(list, items)]]
      }),
    )
    return Object.keys(below).length === 0 ? node : tree.withMembers(node, below, at)
  }

  /** A field of a search: a member by its name alone, or with words of its own. */
  searched(node: Node, at: Origin, resource: Known): Node {
    const name = node.type === 'string' ? String(node.value) : memberText(node, 'name')
    if (name === undefined) return node
    const words = this.members.searchField(resource.described, name, memberText(node, 'widget'))
    return this.filled(node, at, name, words, resource)
  }

  private field(node: Node, at: Origin, resource: Known): Node {
    if (node.type !== 'string' && node.type !== 'object') return node
    const whole = this.within(node, at, resource)
    const name = node.type === 'string' ? String(node.value) : (memberText(node, 'name') ?? '')
    if (name === '') return whole
    const words = this.members.field(resource.described, name, memberText(node, 'widget'))
    return this.filled(whole, at, name, words, resource)
  }

  /** What the document says itself stays. */
  private filled(node: Node, at: Origin, name: string, words: MemberField, resource: Known): Node {
    const { tree, report } = this
    if (words.widget === undefined && !memberNode(node, 'widget')) {
      const place = memberNode(node, 'name') ?? node
      const { titles, rules } = resource.described
      report.add('noMember', place, at.pointer, {
        params: { path: name, name: resource.name },
        written: name,
        choices: [...new Set([...Object.keys(rules), ...Object.keys(titles)])],
      })
      return node
    }
    const { settings, pattern, ...others } = words
    const patterns = memberNode(node, 'patterns')
    if (patterns) tree.kept(patterns, inside(at, 'patterns'))
    // A field that has a condition of its own for being required says also what is missing.
    const given = Object.entries({ name, ...others, ...settings }).filter(([word]) => !memberNode(node, word))
    const members = {
      ...Object.fromEntries(given),
      ...(pattern && { patterns: [...itemsOf(patterns), pattern] }),
    }
    return node.type === 'string' ? tree.made(members, node, at) : tree.withMembers(node, members, at)
  }
}
