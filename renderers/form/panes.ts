import type { ContainerNode, DisplayNode, PlanNode } from '@runtime/form/plan'
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

/** The place of a display node: beside its label, as a field's control, where it has one. */
export function shownFrame(node: DisplayNode): { readonly className: string; readonly style: CSSProperties } {
  const width = node.labelled?.width
  const style = { ...spanOf(node), ...(width === undefined ? {} : { '--loam-label-width': `${width}px` }) }
  return { className: `loam-form-item loam-form-${node.labelled ? 'field' : 'shown'}`, style }
}

/** How many of the 24 columns a node takes. */
export function spanOf(node: PlanNode): CSSProperties {
  const style: Record<string, unknown> = { '--loam-span': node.span }
  return style as CSSProperties
}
