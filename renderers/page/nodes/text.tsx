import { useNodeContext } from '../context'
import type { NodeProps } from '../node'

export function TextNode({ node: { text, kind } }: NodeProps<'text'>) {
  const { screen, scope } = useNodeContext()
  const shown = screen.text(text, scope)
  if (kind === 'title') return <h2 className="loam-node-text-title">{shown}</h2>
  if (kind === 'code') return <pre className="loam-node-text-code">{shown}</pre>
  return <p className={kind === 'secondary' ? 'loam-node-text-secondary' : undefined}>{shown}</p>
}
