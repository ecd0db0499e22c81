import { CallError, type Host } from '@runtime/host'
import { useEffect, useState } from 'react'
import { useHost } from '../host'
import { loadModel, type Model } from './model'

/** A published model on a screen. */
export interface ShownModel {
  /** Null until it is there. What has come once stays where it cannot be fetched again: somebody may be filling it in. */
  readonly model: Model | null
  /** Why there is none; null where there is one. */
  readonly error: string | null
  readonly retry: () => void
}

/** Fetches a model, and again in another language or with other rights; the same text stays the same model. */
export function useModel(modelId: string): ShownModel {
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
  const own = model?.id === modelId ? model : null
  return { model: own, error: own ? null : error, retry: () => setRound(round + 1) }
}

/** What is open stays open while the model is the same: shown again, or read in another language. */
function kept(known: Model, loaded: Model): Model {
  return known.id === loaded.id && known.source === loaded.source ? { ...known, title: loaded.title } : loaded
}

function sentence(problem: unknown, host: Host): string {
  if (problem instanceof CallError) return problem.message
  return host.text('@view.modelFailed')
}
