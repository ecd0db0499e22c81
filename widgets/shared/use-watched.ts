import type { Answer, DataCache, DataQuery, Watch, WatchOptions } from '@runtime/data'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'

export interface Watched<T> {
  readonly answer: Answer<T>
  readonly watch: Watch<T>
}

/** What a cache knows of a query, as long as it is drawn; the same query is the same object from drawing to drawing. */
export function useWatched<T>(cache: DataCache, query: DataQuery | null, options: WatchOptions): Watched<T> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one watch as long as there is the cache; it follows the query below.
  const watch: Watch<T> = useMemo(() => cache.watch<T>(query, options), [cache])
  const { every, keep, renew } = options
  const answer = watch.peek(query, options)
  useSyncExternalStore(
    useCallback((listener) => watch.subscribe(listener), [watch]),
    () => watch.answer,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options by what is in them.
  useEffect(() => watch.put(query, options), [watch, query, every, keep, renew])
  return { answer, watch }
}
