import { Result } from '@arco-design/web-react'
import '@arco-design/web-react/es/Result/style/css.js'
import { useNodeContext } from '../context'
import { type NodeProps, Nodes } from '../node'

/** The library's pictures by what has come of it. */
const PICTURES = { forbidden: '403', missing: '404' } as const

export function ResultNode({ node: { kind, title, text, items } }: NodeProps<'result'>) {
  const { screen, scope } = useNodeContext()
  return (
    <Result
      className="loam-node-result"
      status={kind === 'forbidden' || kind === 'missing' ? PICTURES[kind] : kind}
      title={<h2>{screen.text(title, scope)}</h2>}
      {...(text && { subTitle: screen.text(text, scope) })}
      {...(items && {
        extra: (
          <div className="loam-tools-row">
            <Nodes nodes={items} />
          </div>
        ),
      })}
    />
  )
}
