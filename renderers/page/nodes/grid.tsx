import type { NodeDocument } from '@runtime/page'
import { type NodeProps, Nodes } from '../node'

export function GridNode({ node }: NodeProps) {
  const gap = (node['gap'] as number | undefined) ?? 12
  const width = (node['minWidth'] as number | undefined) ?? 280
  return (
    <div
      style={{
        display: 'grid',
        gap,
        gridTemplateColumns: `repeat(auto-fit, minmax(min(${width}px, 100%), 1fr))`,
      }}
    >
      <Nodes nodes={node['items'] as readonly NodeDocument[]} />
    </div>
  )
}
