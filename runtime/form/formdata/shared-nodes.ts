import { jsonEqual } from '../../schema/equal'
import type { ContainerNode, PlanNode } from '../plan'

/** Nodes read anew, each as the same object where it is what it was: what draws them leaves those alone. */
export function sharedNodes(before: readonly PlanNode[], next: readonly PlanNode[]): readonly PlanNode[] {
  const known = new Map(before.map((node) => [node.id, node]))
  const nodes = next.map((node) => sharedNode(known.get(node.id), node))
  const isSame = before.length === nodes.length && nodes.every((node, index) => node === before[index])
  return isSame ? before : nodes
}

function sharedNode(before: PlanNode | undefined, next: PlanNode): PlanNode {
  if (!before || before.kind !== next.kind) return next
  if (before.kind !== 'container' || next.kind !== 'container') return jsonEqual(before, next) ? before : next
  const children = sharedNodes(before.children, next.children)
  return isSameContainer(before, { ...next, children }) ? before : { ...next, children }
}

function isSameContainer(before: ContainerNode, next: ContainerNode): boolean {
  if (before.children !== next.children) return false
  const { children: _, ...one } = before
  const { children: __, ...other } = next
  return jsonEqual(one, other)
}
