import { useNodeContext } from '../context'
import { type NodeProps, Nodes } from '../node'

export function ToolbarNode({ node: { title, items } }: NodeProps<'toolbar'>) {
  const { screen, scope } = useNodeContext()
  return (
    <div className="loam-node-toolbar">
      {title && <h2>{screen.text(title, scope)}</h2>}
      <div className="loam-tools-row">
        <Nodes nodes={items} />
      </div>
    </div>
  )
}
