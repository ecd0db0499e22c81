import type { NodeDocument } from '@runtime/page'
import type { ComponentType } from 'react'
import { usePageState, usePlace, useVersion } from './context'
import { ErrorNote } from './error-note'
import { NodeBoundary } from './node-boundary'
import { AlertNode } from './nodes/alert'
import { ButtonNode } from './nodes/button'
import { CardNode } from './nodes/card'
import { ChartNode } from './nodes/chart'
import { DescriptionsNode } from './nodes/descriptions'
import { DetailNode } from './nodes/detail'
import { FormNode } from './nodes/form'
import { GalleryNode } from './nodes/gallery'
import { GridNode } from './nodes/grid'
import { IframeNode } from './nodes/iframe'
import { ListNode } from './nodes/list'
import { SplitNode } from './nodes/split'
import { StackNode } from './nodes/stack'
import { TableNode } from './nodes/table'
import { TabsNode } from './nodes/tabs'
import { TextNode } from './nodes/text'
import { ToolbarNode } from './nodes/toolbar'
import { TreeNode } from './nodes/tree'

export interface NodeProps {
  readonly node: NodeDocument
}

/** The drawing of every node that `runtime/page/nodes` defines; a spec compares the two. */
export const drawings: Readonly<Record<string, ComponentType<NodeProps>>> = {
  alert: AlertNode,
  button: ButtonNode,
  card: CardNode,
  chart: ChartNode,
  descriptions: DescriptionsNode,
  detail: DetailNode,
  form: FormNode,
  gallery: GalleryNode,
  grid: GridNode,
  iframe: IframeNode,
  list: ListNode,
  split: SplitNode,
  stack: StackNode,
  table: TableNode,
  tabs: TabsNode,
  text: TextNode,
  toolbar: ToolbarNode,
  tree: TreeNode,
}

/** Draws one node, when it is visible; its failure stays its own. */
export function Node({ node }: NodeProps) {
  const { screen, scope, runner } = usePlace()
  usePageState(screen)
  useVersion(runner.state)
  if (node.visible !== undefined && !screen.holds(node.visible, scope)) return null
  const Drawing = drawings[node.node]
  if (!Drawing) return <ErrorNote message={screen.host.text('@document.unknownNode', { name: node.node })} />
  return (
    <NodeBoundary node={node}>
      <Drawing node={node} />
    </NodeBoundary>
  )
}

export function Nodes({ nodes }: { readonly nodes: readonly NodeDocument[] }) {
  return nodes.map((node, index) => (
    // A document's nodes have no names; their position is what they are known by.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above.
    <Node key={index} node={node} />
  ))
}
