import type { NodeDocument } from '@runtime/page'
import { usePlace } from '../context'
import { Node, type NodeProps, Nodes } from '../node'

export function CardNode({ node }: NodeProps) {
  const { screen, scope } = usePlace()
  const extra = node['extra'] as readonly NodeDocument[] | undefined
  return (
    <section className="loam-node-card">
      {(node['title'] !== undefined || extra) && (
        <header>
          <h2>{screen.say(node['title'] ?? '', scope)}</h2>
          {extra && (
            <div className="loam-tools-row">
              <Nodes nodes={extra} />
            </div>
          )}
        </header>
      )}
      <Node node={node['body'] as NodeDocument} />
    </section>
  )
}
