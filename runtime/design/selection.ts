import { isSame, nodesIn } from '../form/formdata/identities'
import { asRecord } from '../json'
import { type Address, addressOf, found, isWithin, type Path, pathOf } from './address'

import type { ModelTree } from './document'

/** The chosen nodes, in the order they were chosen; `anchor` is where a range begins. */
export interface Selection {
  readonly nodes: readonly Address[]
  readonly anchor?: Address
}

export const NOTHING: Selection = { nodes: [] }

export function isSelected(tree: ModelTree, { nodes }: Selection, path: Path): boolean {
  return nodes.some((node) => {
    const own = pathOf(tree, node)
    return own !== undefined && isSame(own, path)
  })
}

export function selectOne(node: Address): Selection {
  return { nodes: [node], anchor: node }
}

/** One more, or one less (Ctrl). */
export function toggle(tree: ModelTree, selection: Selection, node: Address): Selection {
  const path = pathOf(tree, node)
  if (!path) return selection
  const others = selection.nodes.filter((one) => !isSame(pathOf(tree, one) ?? [], path))
  const isIn = others.length < selection.nodes.length
  return { nodes: isIn ? others : [...others, node], anchor: node }
}

/** All from the anchor to a node, in drawing order (Shift). */
export function selectTo(tree: ModelTree, selection: Selection, node: Address): Selection {
  const { anchor } = selection
  const paths = Array.from(nodesIn(asRecord(tree.formData)), ({ path }): Path => ['formData', ...path])
  const at = (address: Address) => {
    const own = pathOf(tree, address)
    return own ? paths.findIndex((path) => isSame(path, own)) : -1
  }
  const [from, to] = [anchor ? at(anchor) : -1, at(node)]
  if (!anchor || from < 0 || to < 0) return selectOne(node)
  const range = paths.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { nodes: range.map((path) => addressOf(tree, path)), anchor }
}

/** The chosen nodes that stand in no other chosen one, in drawing order: what is deleted, moved or copied. */
export function topmost(tree: ModelTree, { nodes }: Selection): readonly Address[] {
  const chosen = new Set(nodes.flatMap((node) => pathOf(tree, node)?.join('/') ?? []))
  if (chosen.size === 0) return []
  const top: Address[] = []
  // In drawing order what a node holds comes after it: all up to its end stands within the last one taken.
  let last: Path | undefined
  for (const { path: inForm } of nodesIn(asRecord(tree.formData))) {
    const path: Path = ['formData', ...inForm]
    if (!chosen.has(path.join('/')) || (last && isWithin(path, last))) continue
    last = path
    top.push(addressOf(tree, path))
  }
  return top
}

/** What is left of a selection after a change: nodes that are gone are chosen no more. The same object where all are there. */
export function surviving(tree: ModelTree, selection: Selection): Selection {
  const { nodes, anchor } = selection
  const isThere = (node: Address) => found(tree, node) !== undefined
  if (nodes.every(isThere) && (!anchor || isThere(anchor))) return selection
  return { nodes: nodes.filter(isThere), ...(anchor && isThere(anchor) && { anchor }) }
}
