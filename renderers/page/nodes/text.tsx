import { Icon } from '../../icon'
import { useNodeContext } from '../context'
import type { NodeProps } from '../node'

export function TextNode({ node: { text, kind, icon } }: NodeProps<'text'>) {
  const { screen, scope } = useNodeContext()
  const words = screen.text(text, scope)
  const shown = icon ? (
    <>
      <Icon name={icon} /> {words}
    </>
  ) : (
    words
  )
  if (kind === 'mark') return <span className="loam-node-text-mark">{shown}</span>
  if (kind === 'title') return <h2 className="loam-node-text-title">{shown}</h2>
  if (kind === 'subtitle') return <h3 className="loam-node-text-subtitle">{shown}</h3>
  if (kind === 'code') return <pre className="loam-node-text-code">{shown}</pre>
  return <p className={kind === 'secondary' ? 'loam-node-text-secondary' : undefined}>{shown}</p>
}
