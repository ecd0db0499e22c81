import { interpolate } from '@runtime/expression'
import { usePlace } from '../context'
import type { NodeProps } from '../node'

export function IframeNode({ node }: NodeProps) {
  const { screen, scope } = usePlace()
  const height = node['height'] as number | undefined
  return (
    <iframe
      className="loam-node-iframe"
      src={String(interpolate(node['src'], scope) ?? 'about:blank')}
      title={screen.say(node['title'], scope)}
      style={height === undefined ? undefined : { height }}
    />
  )
}
