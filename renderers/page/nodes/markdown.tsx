import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useNodeContext } from '../context'
import type { NodeProps } from '../node'

const MarkdownView = lazy(async () => (await import('../../markdown')).MarkdownView)

export function MarkdownNode({ node: { text } }: NodeProps<'markdown'>) {
  const { screen, scope } = useNodeContext()
  return (
    <LazyFallback shown={null}>
      <MarkdownView text={screen.text(text, scope)} />
    </LazyFallback>
  )
}
