import type { NodeDocument } from '@runtime/page'
import { usePlace } from '../context'
import { type NodeProps, Nodes } from '../node'

export function ToolbarNode({ node }: NodeProps) {
  const { screen, scope } = usePlace()
  return (
    <div className="loam-node-toolbar">
      {node['title'] !== undefined && <h2>{screen.say(node['title'], scope)}</h2>}
      <div className="loam-tools-row">
        <Nodes nodes={node['items'] as readonly NodeDocument[]} />
      </div>
    </div>
  )
}
