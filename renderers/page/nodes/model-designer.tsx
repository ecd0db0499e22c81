import { Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useNodeContext } from '../context'
import type { NodeProps } from '../node'

const ModelDesigner = lazy(async () => (await import('../../designer/screen')).ModelDesigner)

export function ModelDesignerNode({ node: { model, view, leave } }: NodeProps<'modelDesigner'>) {
  const { scope, runner } = useNodeContext()
  const id = String(model.evaluate(scope) ?? '')
  return (
    <LazyFallback shown={<Skeleton animation text={{ rows: 8 }} />}>
      <ModelDesigner
        key={id}
        id={id}
        view={view?.evaluate(scope)}
        {...(leave && { onLeave: () => void runner.run(leave) })}
      />
    </LazyFallback>
  )
}
