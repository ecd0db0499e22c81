import type { NodePlan, NodePlans } from '@runtime/page'
import { type ComponentType, createContext, useContext } from 'react'
import { useNodeContext, usePageReads } from './context'
import { ErrorNote } from './error-note'
import { NodeBoundary } from './node-boundary'
import { readsOf } from './reads'

/** What the drawing of a node gets: the node's plan, whose members are its words compiled. */
export interface NodeProps<Name extends keyof NodePlans> {
  readonly node: NodePlans[Name]
}

/** The drawing of every node by its name. */
export type Drawings = { readonly [Name in keyof NodePlans]: ComponentType<NodeProps<Name>> }

/** The drawings of the page around; nodes draw what is inside them by these and do not know each other. */
export const DrawingsContext = createContext<Partial<Drawings>>({})

/** Draws one node, when it is visible; its failure stays its own. */
export function Node({ node }: { readonly node: NodePlan }) {
  const { screen, scope } = useNodeContext()
  const drawings = useContext(DrawingsContext)
  usePageReads(screen, readsOf(node))
  if (node.visible && !node.visible.holds(scope)) return null
  const Drawing = drawings[node.node as keyof NodePlans] as
    | ComponentType<{ readonly node: NodePlan }>
    | undefined
  if (!Drawing) return <ErrorNote message={screen.host.text('@document.unknownNode', { name: node.node })} />
  return (
    <NodeBoundary node={node}>
      <Drawing node={node} />
    </NodeBoundary>
  )
}

export function Nodes({ nodes }: { readonly nodes: readonly NodePlan[] }) {
  return nodes.map((node, index) => (
    // A document's nodes have no names; their position is what they are known by.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above.
    <Node key={index} node={node} />
  ))
}
