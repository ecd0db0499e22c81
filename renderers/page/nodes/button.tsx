import { useId } from 'react'
import { ActButton } from '../../button'
import { useNodeContext } from '../context'
import type { NodeProps } from '../node'

export function ButtonNode({ node }: NodeProps<'button'>) {
  const { screen, scope, runner } = useNodeContext()
  const source = useId()
  if (!screen.permits(node.code)) return null
  return (
    <ActButton
      button={node}
      kind={node.kind === 'default' ? 'secondary' : node.kind}
      scope={scope}
      running={runner.state.running[source] === true}
      onPress={() => void runner.run(node.do, {}, { source })}
      onNear={() => screen.prefetch(node.do)}
    />
  )
}
