import { useNodeContext } from '../context'
import type { NodeProps } from '../node'

export function IframeNode({ node: { src, title, height } }: NodeProps<'iframe'>) {
  const { screen, scope } = useNodeContext()
  return (
    <iframe
      className="loam-node-iframe"
      src={src.evaluate(scope) || 'about:blank'}
      title={screen.text(title, scope)}
      style={height === undefined ? undefined : { height }}
    />
  )
}
