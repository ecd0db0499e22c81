import type { Node } from '../form/formdata/identities'
import { asRecord, isRecord } from '../json'
import { printLossless, readLossless, withValue } from '../lossless'
import { type Address, found } from './address'
import type { Command } from './command'
import { definitionOf, nameOf, type Reason } from './dialect'
import type { ModelTree } from './document'
import { cannotStand, freshNodes, inserting, type Target, tableOf } from './nodes'
import { columnsOf, followNames, type Widgets } from './references'

/** Nodes as text for the clipboard, each with every byte it has here. */
export function copied(tree: ModelTree, nodes: readonly Address[]): string {
  return printLossless({ loam: 'fields', fields: nodes.flatMap((node) => found(tree, node) ?? []) })
}

/** The nodes in a text that was copied: here, or out of the `fields` of any `formData`. Nothing of it runs. */
export function fieldsIn(text: string): { readonly fields: readonly Node[] } | Reason {
  const read = readLossless(text)
  if (read.fault) return { reason: '@design.notFields' }
  const { value } = read
  const list: unknown = Array.isArray(value) ? value : (asRecord(value)['fields'] ?? [value])
  if (!Array.isArray(list) || list.length === 0 || !list.every(isNode)) return { reason: '@design.notFields' }
  return { fields: list }
}

/**
 * The command that puts copied nodes into a list: with identities and names that are no other's. What they name of each
 * other follows; what else they name stays as it is.
 */
export function pasting(
  tree: ModelTree,
  fields: readonly Node[],
  target: Target,
  widgets: Widgets,
  now: number,
): { readonly command: Command } | Reason {
  for (const field of fields) {
    const reason = cannotStand(tree, field, target.parent, widgets.catalogue)
    if (reason) return reason
  }
  const fresh = freshNodes(tree, fields, target.parent, widgets.catalogue, now)
  const table = tableOf(tree, target.parent)
  const follow = (node: Node, original: Node, within: Node | undefined): Node => {
    const own = nameOf(original)
    const names = { own, table: within && nameOf(within), columns: within && columnsOf(within) }
    const next = followNames(node, names, fresh.renamed, widgets)
    const isTable = definitionOf(original, widgets.catalogue)?.kind === 'table'
    const before = childrenOf(original)
    return withChildren(next, (child, index) =>
      follow(child, before[index] ?? {}, isTable ? original : within),
    )
  }
  const nodes = fresh.nodes.map((node, index) => follow(node, fields[index] ?? {}, table))
  return { command: inserting(target, { ...fresh, nodes }) }
}

function childrenOf(node: Node): readonly Node[] {
  const { children } = asRecord(node['__config__'])
  return Array.isArray(children) ? (children as readonly Node[]) : []
}

function withChildren(node: Node, change: (child: Node, index: number) => Node): Node {
  const config = asRecord(node['__config__'])
  const children = childrenOf(node)
  const next = children.reduce((list, child, index) => {
    const changed = isRecord(child) ? change(child, index) : child
    return changed === child ? list : withValue(list, index, changed)
  }, children)
  return next === children ? node : withValue(node, '__config__', withValue(config, 'children', next))
}

function isNode(value: unknown): value is Node {
  return isRecord(value) && isRecord(value['__config__'])
}
