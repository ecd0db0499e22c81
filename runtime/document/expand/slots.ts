import type { Node } from 'jsonc-parser'
import { memberText, originOf } from '../node'
import type { Tree } from './tree'

export interface Framed {
  readonly node: Node
  /** Names of the slots that there are, filled or not. */
  readonly known: ReadonlySet<string>
}

/** Puts what is given into the slots of those names. What is put in is not looked into: its slots are another's. */
export function filledSlots(root: Node, given: ReadonlyMap<string, Node>, tree: Tree): Framed {
  const known = new Set<string>()
  const filled = (node: Node): Node => {
    const name = memberText(node, 'node') === 'slot' ? memberText(node, 'name') : undefined
    if (name !== undefined) known.add(name)
    const body = name === undefined ? undefined : given.get(name)
    const origin = originOf(node)
    if (body && origin) return tree.withMembers(node, { body }, origin)
    const children = node.children?.map(filled)
    return children?.some((child, index) => child !== node.children?.[index])
      ? tree.replaced(node, children)
      : node
  }
  return { node: filled(root), known }
}
