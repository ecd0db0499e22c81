import { Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useNodeContext } from '../context'
import type { NodeProps } from '../node'

const ModelPreview = lazy(async () => (await import('../../designer')).ModelPreview)

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

export function ModelNode({ node: { title, form, list, kind } }: NodeProps<'model'>) {
  const { screen, scope } = useNodeContext()
  return (
    <LazyFallback shown={<Skeleton animation text={{ rows: 6 }} />}>
      <ModelPreview
        title={screen.text(title, scope)}
        formData={textOf(form.evaluate(scope))}
        columnData={kind.evaluate(scope) === '1' ? '' : textOf(list?.evaluate(scope) ?? '')}
      />
    </LazyFallback>
  )
}
