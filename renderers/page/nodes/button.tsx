import { useId } from 'react'
import { ActButton } from '../../button'
import { useNodeContext, useRunning } from '../context'
import type { NodeProps } from '../node'

export function ButtonNode({ node }: NodeProps<'button'>) {
  const { screen, scope, runner } = useNodeContext()
  const source = useId()
  const running = useRunning(runner, source)
  if (!screen.permits(node.code)) return null
  return (
    <ActButton
      button={node}
      kind={node.kind === 'default' ? 'secondary' : node.kind}
      scope={scope}
      running={running}
      onPress={() => void runner.run(node.do, {}, { source })}
      onNear={() => screen.prefetch(node.do)}
    />
  )
}
