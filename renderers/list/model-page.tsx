import { CallError, type Host } from '@runtime/host'
import { useEffect, useState } from 'react'
import { preloadForm } from '../form'
import { useHost } from '../host'
import { whenIdle } from '../idle'
import { loadModel, type Model } from './model'
import { ModelForm } from './model-form'
import { ModelList } from './model-list'
import { FailedPlace, SkeletonRows } from './notices'

/** The whole screen of a published model: its list with all that can be done to records, or its form alone. */
export function ModelPage({
  modelId,
  menuId,
  path,
}: {
  readonly modelId: string
  readonly menuId: string
  /** The address that it has, below which its records have theirs. */
  readonly path?: string
}) {
  const host = useHost()
  const [model, setModel] = useState<Model | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again.
  useEffect(() => {
    const leaving = new AbortController()
    setError(null)
    loadModel(modelId, host, leaving.signal).then(
      (loaded) => {
        if (!leaving.signal.aborted) setModel((known) => (known ? kept(known, loaded) : loaded))
      },
      (problem: unknown) => {
        if (!leaving.signal.aborted) setError(sentence(problem, host))
      },
    )
    return () => leaving.abort()
  }, [modelId, host, round])
  useEffect(() => {
    if (model) whenIdle(preloadForm)
  }, [model])
  if (error !== null) return <FailedPlace message={error} onRetry={() => setRound(round + 1)} />
  if (!model) return <SkeletonRows />
  if (!model.list) return <ModelForm model={model} menuId={menuId} />
  return <ModelList key={model.id} model={model} list={model.list} menuId={menuId} path={path} />
}

/** What is open stays open while the model is the same: shown again, or read in another language. */
function kept(known: Model, loaded: Model): Model {
  return known.id === loaded.id && known.source === loaded.source ? { ...known, title: loaded.title } : loaded
}

function sentence(problem: unknown, host: Host): string {
  if (problem instanceof CallError) return problem.message
  return host.text('@view.modelFailed')
}
