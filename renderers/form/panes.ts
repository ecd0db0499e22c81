import type { ContainerNode, PlanNode } from '@runtime/form/plan'
import { widgetOf } from '@widgets/registry'
import type { CSSProperties } from 'react'

/** A child container that has no drawing of its own is a pane of its parent's: a tab, a collapse item, a row, a cell. */
export function isPane(node: PlanNode): node is ContainerNode {
  return node.kind === 'container' && !widgetOf(node.widget)?.Layout
}

/** Children without the panes around them, for a container that nothing can draw: its fields must not be hidden. */
export function flattened(nodes: readonly PlanNode[]): readonly PlanNode[] {
  return nodes.flatMap((node) => (isPane(node) ? flattened(node.children) : [node]))
}

/** How many of the 24 columns a node takes. */
export function spanOf(node: PlanNode): CSSProperties {
  const style: Record<string, unknown> = { '--loam-span': node.span }
  return style as CSSProperties
}
