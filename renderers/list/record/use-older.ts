import { CallError } from '@runtime/host'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useHost } from '../../host'

/** A page of something that goes back in time, the newest first. */
export interface OlderPage<T> {
  readonly list: readonly T[]
  readonly hasMore: boolean
}

export interface Older<T> {
  /** Null until the first page is here. */
  readonly items: readonly T[] | null
  readonly hasMore: boolean
  readonly loading: boolean
  readonly error: string | null
  /** Fetches the next page, or again the one that failed. */
  readonly more: () => void
  readonly change: (to: (items: readonly T[]) => readonly T[]) => void
}

/**
 * Pages of what goes back in time, fetched as they are asked for; begun anew with each `fetch`, which must be the same
 * function from drawing to drawing.
 */
export function useOlder<T extends { readonly id: string }>(
  fetch: (before: string | undefined, signal: AbortSignal) => Promise<OlderPage<T>>,
): Older<T> {
  const host = useHost()
  const [items, setItems] = useState<readonly T[] | null>(null)
  const [hasMore, setHasMore] = useState(false)
  const [loading, setLoading] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const load = useCallback(
    (before: string | undefined) => {
      running.current?.abort()
      const leaving = new AbortController()
      running.current = leaving
      setLoading(true)
      setError(null)
      fetch(before, leaving.signal).then(
        (page) => {
          if (leaving.signal.aborted) return
          setItems((known) => (before === undefined ? page.list : [...(known ?? []), ...page.list]))
          setHasMore(page.hasMore)
          setLoading(false)
        },
        (problem: unknown) => {
          if (leaving.signal.aborted) return
          setError(problem instanceof CallError ? problem.message : host.text('@view.loadFailed'))
          setLoading(false)
        },
      )
    },
    [fetch, host],
  )
  useEffect(() => {
    load(undefined)
    return () => running.current?.abort()
  }, [load])
  return {
    ...{ items, hasMore, loading, error },
    more: () => load(items?.at(-1)?.id),
    change: (to) => setItems((known) => to(known ?? [])),
  }
}
