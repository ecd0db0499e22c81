import { usePlace } from '../context'
import type { NodeProps } from '../node'

export function TextNode({ node }: NodeProps) {
  const { screen, scope } = usePlace()
  const text = screen.say(node['text'], scope)
  if (node['kind'] === 'title') return <h2 className="loam-text-title">{text}</h2>
  if (node['kind'] === 'code') return <pre className="loam-text-code">{text}</pre>
  return <p className={node['kind'] === 'secondary' ? 'loam-text-secondary' : undefined}>{text}</p>
}
