import { Button, Tooltip } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Tooltip/style/css.js'
import type { ActionDocument } from '@runtime/action'
import { useId } from 'react'
import { Icon } from '../../icon'
import { usePlace } from '../context'
import type { NodeProps } from '../node'

export function ButtonNode({ node }: NodeProps) {
  const { screen, scope, runner } = usePlace()
  const source = useId()
  if (!screen.permits(node['permission'] as string | undefined)) return null
  const disabled = node['disabled'] !== undefined && screen.holds(node['disabled'], scope)
  const icon = node['icon'] as string | undefined
  const button = (
    <Button
      type={(node['kind'] as 'primary' | undefined) ?? 'secondary'}
      {...(node['danger'] ? { status: 'danger' as const } : {})}
      {...(icon ? { icon: <Icon name={icon} /> } : {})}
      disabled={disabled}
      loading={runner.state.running[source] === true}
      onClick={() => void runner.run(node['do'] as ActionDocument, {}, { source })}
    >
      {screen.say(node['text'], scope)}
    </Button>
  )
  return disabled && node['reason'] !== undefined ? (
    <Tooltip content={screen.say(node['reason'], scope)}>
      <span>{button}</span>
    </Tooltip>
  ) : (
    button
  )
}
