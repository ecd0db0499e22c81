import type { NodeDocument } from '@runtime/page'
import { type NodeProps, Nodes } from '../node'

export function StackNode({ node }: NodeProps) {
  const gap = (node['gap'] as number | undefined) ?? 12
  return (
    <div className="loam-node-stack" data-direction={node['direction'] ?? 'vertical'} style={{ gap }}>
      <Nodes nodes={node['items'] as readonly NodeDocument[]} />
    </div>
  )
}
