import type { Node } from 'jsonc-parser'
import type { Origin } from './positions'

/** A node that is being made. All members are there at once: so every node of every document has the same shape in memory. */
export interface MadeNode {
  type: Node['type']
  value: unknown
  offset: number
  length: number
  parent: Node | undefined
  children: Node[] | undefined
  origin: Origin | undefined
}

export function newNode(
  type: Node['type'],
  value: unknown,
  offset: number,
  length: number,
  parent: Node | undefined,
  children: Node[] | undefined,
): MadeNode & Node {
  return { type, value, offset, length, parent, children, origin: undefined } as MadeNode & Node
}

/** Where a node comes from that does not stand where the document has it. */
export function originOf(node: Node): Origin | undefined {
  return (node as Partial<MadeNode>).origin
}

/** Of a node that nobody else has: of a text each reader makes its own. */
export function setOrigin(node: Node, origin: Origin): void {
  ;(node as Partial<MadeNode>).origin = origin
}

/** What a node says. */
export function contentOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(contentOf)
  if (node.type !== 'object') return node.value
  const value = new Plain()
  eachMember(node, (name, member) => {
    value[name] = contentOf(member)
  })
  return value
}

/**
 * An object that has its own members alone, whatever these are called. What `Object.create(null)` makes takes far more memory.
 * As a text it is nothing that a document names: one may stand wherever a text belongs, and is told of there.
 */
const Plain = function Plain() {} as unknown as new () => Record<string, unknown>
Plain.prototype = Object.freeze(Object.assign(Object.create(null), { [Symbol.toPrimitive]: () => '{…}' }))

/** The value under a key; undefined where there is no object or no such key. */
export function memberNode(node: Node | undefined, key: string): Node | undefined {
  if (node?.type !== 'object' || !node.children) return undefined
  const properties = node.children
  for (let index = 0; index < properties.length; index++) {
    const parts = properties[index]?.children
    if (parts?.[1] && parts[0]?.value === key) return parts[1]
  }
  return undefined
}

/**
 * Tells each member of an object, with its name and the node of that. Every document is walked so several times over: by an
 * index, since an iterator makes an object for each step.
 */
export function eachMember(node: Node, tell: (name: string, value: Node, key: Node) => void): void {
  if (node.type !== 'object' || !node.children) return
  const properties = node.children
  for (let index = 0; index < properties.length; index++) {
    const parts = properties[index]?.children
    const key = parts?.[0]
    const value = parts?.[1]
    if (key && value) tell(String(key.value), value, key)
  }
}

/** The text under a key; undefined for anything else. */
export function memberText(node: Node | undefined, key: string): string | undefined {
  const member = memberNode(node, key)
  return member?.type === 'string' ? String(member.value) : undefined
}

/** The members of an object, each with its name. */
export function membersOf(node: Node | undefined): readonly (readonly [string, Node])[] {
  const members: (readonly [string, Node])[] = []
  if (node) eachMember(node, (name, value) => members.push([name, value]))
  return members
}

/** The keys of an object as nodes, for what is wrong with a key itself. */
export function keysOf(node: Node | undefined): readonly Node[] {
  if (node?.type !== 'object') return []
  return (node.children ?? []).flatMap(({ children }) => children?.[0] ?? [])
}

export function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.type === 'array' ? (node.children ?? []) : []
}

/** What stands at a JSON pointer, or the nearest thing around it. */
export function nodeAt(root: Node, pointer: string): Node {
  let node = root
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replace(/~1/g, '/').replace(/~0/g, '~')
    const below = node.type === 'array' ? node.children?.[Number(key)] : memberNode(node, key)
    if (!below) return node
    node = below
  }
  return node
}
