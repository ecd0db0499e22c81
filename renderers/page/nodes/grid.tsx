import type { CSSProperties } from 'react'
import { Node, type NodeProps, Nodes } from '../node'

export function GridNode({ node: { gap, minWidth, items, spans } }: NodeProps<'grid'>) {
  if (!spans) {
    const gridTemplateColumns = `repeat(auto-fit, minmax(min(${minWidth}px, 100%), 1fr))`
    return (
      <div className="loam-node-grid" style={{ gap, gridTemplateColumns }}>
        <Nodes nodes={items} />
      </div>
    )
  }
  return (
    <div className="loam-node-grid" data-spans style={{ gap }}>
      {items.map((item, index) => (
        <div
          // A document's nodes have no names; their position is what they are known by.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          key={index}
          style={{ '--loam-span': spans[index % spans.length] } as CSSProperties}
        >
          <Node node={item} />
        </div>
      ))}
    </div>
  )
}
