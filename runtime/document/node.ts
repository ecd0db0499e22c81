import type { Node } from 'jsonc-parser'

/** The value under a key; undefined where there is no object or no such key. */
export function memberNode(node: Node | undefined, key: string): Node | undefined {
  if (node?.type !== 'object' || !node.children) return undefined
  for (const { children } of node.children)
    if (children?.[1] && children[0]?.value === key) return children[1]
  return undefined
}

/** The text under a key; undefined for anything else. */
export function memberText(node: Node | undefined, key: string): string | undefined {
  const member = memberNode(node, key)
  return member?.type === 'string' ? String(member.value) : undefined
}

/** The members of an object, each with its name. */
export function membersOf(node: Node | undefined): readonly (readonly [string, Node])[] {
  if (node?.type !== 'object') return []
  const members: (readonly [string, Node])[] = []
  for (const { children } of node.children ?? []) {
    const key = children?.[0]
    const value = children?.[1]
    if (key && value) members.push([String(key.value), value])
  }
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
