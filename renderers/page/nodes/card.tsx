import { Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import { BelowHeading } from '@widgets/shared/heading'
import type { ReactNode } from 'react'
import { useNodeContext, useSource } from '../context'
import { ErrorNote } from '../error-note'
import { Node, type NodeProps, Nodes } from '../node'
import { isMissing } from '../stale-source'

export function CardNode({ node: { title, source, extra, body } }: NodeProps<'card'>) {
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
      <BelowHeading isHeaded={title !== undefined}>
        {source === undefined ? (
          <Node node={body} />
        ) : (
          <OfSource name={source}>
            <Node node={body} />
          </OfSource>
        )}
      </BelowHeading>
    </section>
  )
}

/** What is made of a source, once it has answered. */
function OfSource({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const { screen } = useNodeContext()
  const answered = useSource(screen, name)
  if (isMissing(answered))
    return <ErrorNote message={answered.error} retry={() => void screen.sources.reload([name])} />
  if (answered.data === null) return <Skeleton animation text={{ rows: 4 }} />
  return children
}
