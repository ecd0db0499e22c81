import { DetailPopup } from '@renderers/detail'
import { Popup } from '@renderers/dialog'
import { useHost } from '@renderers/host'
import { loadModel, type Model } from '@renderers/list/model'
import { FailedPlace, SkeletonRows } from '@renderers/list/notices'
import { CallError } from '@runtime/host'
import { useEffect, useState } from 'react'

/** A record that a relation leads to, in its own model's kind of popup (`spec/widgets.md §4`, relation form select). */
export function OpenedRecord({
  modelId,
  id,
  onClose,
}: {
  readonly modelId: string
  readonly id: string
  readonly onClose: () => void
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
      (loaded) => !leaving.signal.aborted && setModel(loaded),
      (problem: unknown) => {
        if (leaving.signal.aborted) return
        setError(problem instanceof CallError ? problem.message : host.text('@view.modelFailed'))
      },
    )
    return () => leaving.abort()
  }, [modelId, host, round])
  if (model)
    return (
      <DetailPopup
        plan={model.form}
        modelId={modelId}
        menuId=""
        id={id}
        title={model.title}
        onClose={onClose}
      />
    )
  return (
    <Popup mode="general" width="600px" title={host.text('@view.detail')} visible onClose={onClose}>
      {error === null ? (
        <SkeletonRows />
      ) : (
        <FailedPlace message={error} onRetry={() => setRound(round + 1)} />
      )}
    </Popup>
  )
}
