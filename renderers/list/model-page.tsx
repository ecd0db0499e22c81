import { dataOf } from '@runtime/data'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useEffect } from 'react'
import { preloadForm } from '../form/lazy-form'
import { useHost } from '../host'
import { whenSettled } from '../idle'
import { ModelList } from './model-list'
import { FailedPlace, SkeletonRows } from './notices'
import { useModel } from './use-model'

const ModelForm = lazy(async () => (await import('./model-form')).ModelForm)

/** The whole screen of a published model: its list with all that can be done to records, or its form alone. */
export function ModelPage({
  modelId,
  menuId,
  path,
  fills,
}: {
  readonly modelId: string
  readonly menuId: string
  /** The address that it has, below which its records have theirs. */
  readonly path?: string
  /** Called back when the form for a new record has been opened, for whoever may add one; absent: it is not to be. */
  readonly fills?: (() => void) | undefined
}) {
  const host = useHost()
  const { model, error, retry } = useModel(modelId)
  useEffect(() => {
    if (model) whenSettled(dataOf(host), preloadForm)
  }, [model, host])
  if (error !== null) return <FailedPlace message={error} onRetry={retry} />
  if (!model) return <SkeletonRows />
  if (!model.list)
    return (
      <LazyFallback shown={<SkeletonRows />}>
        <ModelForm model={model} menuId={menuId} />
      </LazyFallback>
    )
  return (
    <ModelList key={model.id} model={model} list={model.list} menuId={menuId} path={path} fills={fills} />
  )
}
