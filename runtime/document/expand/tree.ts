import type { Node } from 'jsonc-parser'
import { isRecord } from '../../json'
import { below, type Origin } from '../positions'

/**
 * Makes and changes nodes of a document and remembers of each where it comes from, so that what is found in it is told
 * there. A node that is made of another stands where that stands.
 */
export class Tree {
  readonly origins: WeakMap<Node, Origin>

  constructor(origins: WeakMap<Node, Origin>) {
    this.origins = origins
  }

  /** A node, and all below it, keeps its place wherever it is put. */
  kept(node: Node, origin: Origin): Node {
    if (this.origins.has(node)) return node
    this.origins.set(node, origin)
    const { positions } = origin
    const { children } = node
    if (node.type === 'array')
      children?.forEach((child, index) => {
        this.kept(child, { positions, pointer: below(origin.pointer, index) })
      })
    else if (node.type === 'object')
      for (const property of children ?? []) {
        const [key, value] = property.children ?? []
        const at = { positions, pointer: below(origin.pointer, String(key?.value)) }
        for (const part of [property, key, value]) if (part) this.kept(part, at)
      }
    return node
  }

  /** A value as nodes, all standing where `at` stands; nodes inside it stay what they are. */
  made(value: unknown, at: Node, origin: Origin): Node {
    if (isNode(value)) return value
    const node = this.node(value, at, origin)
    this.origins.set(node, origin)
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
    const copy: Node = { ...node, children }
    const origin = this.origins.get(node)
    if (origin) this.origins.set(copy, origin)
    return copy
  }

  private node(value: unknown, { offset, length }: Node, origin: Origin): Node {
    const place = { offset, length }
    const at = { type: 'null', ...place } as const
    if (Array.isArray(value))
      return { type: 'array', ...place, children: value.map((item) => this.made(item, at, origin)) }
    if (isRecord(value)) {
      const members = Object.entries(value).filter(([, member]) => member !== undefined)
      return {
        type: 'object',
        ...place,
        children: members.map(([key, member]) => this.property(key, member, at, origin)),
      }
    }
    return { type: value === null ? 'null' : (typeof value as 'string'), ...place, value }
  }

  private property(key: string, value: unknown, at: Node, origin: Origin): Node {
    const made = this.made(value, at, origin)
    const { offset, length } = at
    const name: Node = { type: 'string', offset, length, value: key }
    const property: Node = { type: 'property', offset, length, children: [name, made] }
    this.origins.set(name, origin)
    this.origins.set(property, origin)
    return property
  }
}

function isNode(value: unknown): value is Node {
  return isRecord(value) && typeof value['type'] === 'string' && typeof value['offset'] === 'number'
}
