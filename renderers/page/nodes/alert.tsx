import { Alert } from '@arco-design/web-react'
import '@arco-design/web-react/es/Alert/style/css.js'
import { usePlace } from '../context'
import type { NodeProps } from '../node'

export function AlertNode({ node }: NodeProps) {
  const { screen, scope } = usePlace()
  return (
    <Alert
      type={(node['kind'] as 'info' | undefined) ?? 'info'}
      {...(node['title'] === undefined ? {} : { title: screen.say(node['title'], scope) })}
      content={screen.say(node['text'], scope)}
    />
  )
}
