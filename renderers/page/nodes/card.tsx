import { useNodeContext } from '../context'
import { Node, type NodeProps, Nodes } from '../node'

export function CardNode({ node: { title, extra, body } }: NodeProps<'card'>) {
  const { screen, scope } = useNodeContext()
  return (
    <section className="loam-node-card">
      {(title || extra) && (
        <header>
          <h2>{title && screen.text(title, scope)}</h2>
          {extra && (
            <div className="loam-tools-row">
              <Nodes nodes={extra} />
            </div>
          )}
        </header>
      )}
      <Node node={body} />
    </section>
  )
}
