import { nearestNode, type OutlineNode, outlineOf } from '@runtime/design/outline'
import type { DesignSession } from '@runtime/design/session'
import type { Finding } from './answers'

/** The node of the form that a finding is about; undefined where it is about no single one. */
export function nodeOfFinding(
  { tree, widgets }: DesignSession,
  { field, pointer }: Finding,
): OutlineNode | undefined {
  const nodes = outlineOf(tree, widgets.catalogue)
  const named = field === undefined ? undefined : nodeOfField(nodes, field)
  return named ?? nearestNode(nodes, keysOf(pointer))
}

/** A column's path is `items.amount`; the name of a sub-table's column may also be that of a field beside the sub-table. */
function nodeOfField(nodes: readonly OutlineNode[], path: string): OutlineNode | undefined {
  const [name, column] = path.split('.')
  const keyed = new Map(nodes.map((node) => [node.key, node]))
  const around = (node: OutlineNode) => keyed.get(node.parent ?? '')?.name ?? ''
  return column === undefined
    ? nodes.find((node) => node.name === name && around(node) === '')
    : nodes.find((node) => node.name === column && around(node) === name)
}

/** The keys of a JSON pointer; positions are numbers. */
function keysOf(pointer: string): readonly (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key.replaceAll('~1', '/').replaceAll('~0', '~')))
}
