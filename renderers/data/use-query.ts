import { type Answer, type DataQuery, dataOf, type Watch, type WatchOptions } from '@runtime/data'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useHost } from '../host'

export interface QueryResult<T> extends Answer<T> {
  /** Asks anew, whatever is known. */
  readonly again: () => void
}

/** What is known of a query, as long as it is drawn; null: there is none. Another query is asked as soon as it is drawn. */
export function useQuery<T>(query: DataQuery | null, options: WatchOptions = {}): QueryResult<T> {
  const host = useHost()
  const cache = dataOf(host)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one watch as long as there is the cache; it follows the query below.
  const watch: Watch<T> = useMemo(() => cache.watch<T>(query, options), [cache])
  const { every, keep, renew } = options
  const text = JSON.stringify(query)
  const answer = watch.peek(query, options)
  useSyncExternalStore(
    useCallback((listener) => watch.subscribe(listener), [watch]),
    () => watch.answer,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` stands for the query, the others for the options.
  useEffect(() => watch.put(query, options), [watch, text, every, keep, renew])
  return { ...answer, again: useCallback(() => void watch.again(), [watch]) }
}
