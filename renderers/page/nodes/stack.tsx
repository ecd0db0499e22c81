import { type NodeProps, Nodes } from '../node'

export function StackNode({ node: { gap, direction, items } }: NodeProps<'stack'>) {
  return (
    <div className="loam-node-stack" data-direction={direction} style={{ gap }}>
      <Nodes nodes={items} />
    </div>
  )
}
