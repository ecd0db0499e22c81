import type { Node } from 'jsonc-parser'
import { isRecord } from '../../json'
import { newNode, originOf, setOrigin } from '../node'
import { inside, type Origin } from '../positions'

/**
 * Makes and changes nodes of a document and remembers of each where it comes from, so that what is found in it is told
 * there. A node that is made of another stands where that stands.
 */
export class Tree {
  /** A node, and all below it, keeps its place wherever it is put. */
  kept(node: Node, origin: Origin): Node {
    if (originOf(node)) return node
    setOrigin(node, origin)
    const { children } = node
    if (node.type === 'array')
      children?.forEach((child, index) => {
        this.kept(child, inside(origin, index))
      })
    else if (node.type === 'object')
      children?.forEach((property) => {
        const parts = property.children ?? []
        const at = inside(origin, String(parts[0]?.value))
        this.kept(property, at)
        if (parts[0]) this.kept(parts[0], at)
        if (parts[1]) this.kept(parts[1], at)
      })
    return node
  }

  /** A value as nodes, all standing where `at` stands; nodes inside it stay what they are. */
  made(value: unknown, at: Node, origin: Origin): Node {
    if (isNode(value)) return value
    const node = this.node(value, at, origin)
    setOrigin(node, origin)
    return node
  }

  /** The object with further members, or others in their place, under the keys that are written; `undefined` takes one away. */
  withMembers(node: Node, members: Readonly<Record<string, unknown>>, origin: Origin): Node {
    const written = new Map(
      (node.children ?? []).map((property) => [String(property.children?.[0]?.value), property]),
    )
    const left = [...written].filter(([key]) => !Object.hasOwn(members, key)).map(([, property]) => property)
    const added = Object.entries(members)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => {
        const [name, before] = written.get(key)?.children ?? []
        const made = this.property(key, value, before ?? node, origin)
        return name ? this.replaced(made, [name, ...(made.children?.slice(1) ?? [])]) : made
      })
    return this.replaced(node, [...left, ...added])
  }

  /** The node with other children, standing where it stood. */
  replaced(node: Node, children: Node[]): Node {
    return this.copy(node, node.value, children)
  }

  /** The node itself where its children are those that it has. */
  changed(node: Node, children: Node[]): Node {
    return children.every((child, index) => child === node.children?.[index])
      ? node
      : this.replaced(node, children)
  }

  /** The text with another in its place. */
  withText(node: Node, text: string): Node {
    return this.copy(node, text, node.children)
  }

  private copy(node: Node, value: unknown, children: Node[] | undefined): Node {
    const copy = newNode(node.type, value, node.offset, node.length, node.parent, children)
    copy.origin = originOf(node)
    return copy
  }

  private node(value: unknown, { offset, length }: Node, origin: Origin): Node {
    const of = (type: Node['type'], children?: Node[]) =>
      newNode(type, children ? undefined : value, offset, length, undefined, children)
    if (!Array.isArray(value) && !isRecord(value))
      return of(value === null ? 'null' : (typeof value as 'string'))
    const at = of('null')
    if (Array.isArray(value))
      return of(
        'array',
        value.map((item) => this.made(item, at, origin)),
      )
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    return of(
      'object',
      members.map(([key, member]) => this.property(key, member, at, origin)),
    )
  }

  private property(key: string, value: unknown, at: Node, origin: Origin): Node {
    const made = this.made(value, at, origin)
    const { offset, length } = at
    const name = newNode('string', key, offset, length, undefined, undefined)
    const property = newNode('property', undefined, offset, length, undefined, [name, made])
    setOrigin(name, origin)
    setOrigin(property, origin)
    return property
  }
}

function isNode(value: unknown): value is Node {
  return isRecord(value) && typeof value['type'] === 'string' && typeof value['offset'] === 'number'
}
