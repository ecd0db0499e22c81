import { usePlace } from '../context'
import type { NodeProps } from '../node'

export function TextNode({ node }: NodeProps) {
  const { screen, scope } = usePlace()
  const text = screen.say(node['text'], scope)
  if (node['kind'] === 'title') return <h2 className="loam-node-text-title">{text}</h2>
  if (node['kind'] === 'code') return <pre className="loam-node-text-code">{text}</pre>
  return <p className={node['kind'] === 'secondary' ? 'loam-node-text-secondary' : undefined}>{text}</p>
}
