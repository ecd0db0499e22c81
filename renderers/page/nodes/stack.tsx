import { type NodeProps, Nodes } from '../node'

export function StackNode({ node: { gap, direction, justify, items } }: NodeProps<'stack'>) {
  return (
    <div className="loam-node-stack" data-direction={direction} data-justify={justify} style={{ gap }}>
      <Nodes nodes={items} />
    </div>
  )
}
