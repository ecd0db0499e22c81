import { Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useNodeContext } from '../context'
import type { NodeProps } from '../node'

const PrintDesigner = lazy(async () => (await import('../../print/designer')).PrintDesigner)

export function PrintDesignerNode({ node: { template, view, edit, leave } }: NodeProps<'printDesigner'>) {
  const { scope, runner } = useNodeContext()
  const id = String(template.evaluate(scope) ?? '')
  return (
    <LazyFallback shown={<Skeleton animation text={{ rows: 8 }} />}>
      <PrintDesigner
        key={id}
        id={id}
        isPreview={view?.evaluate(scope) === 'preview'}
        mayEdit={edit?.holds(scope) ?? true}
        {...(leave && { onLeave: () => void runner.run(leave) })}
      />
    </LazyFallback>
  )
}
