import type { QueryClient } from '@tanstack/query-core'
import {
  keepPreviousData,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/query-core'
import type { Answer, DataQuery, Watch, WatchOptions } from './data'

export type Key = readonly [call: string, input: Readonly<Record<string, unknown>>]
type Options = QueryObserverOptions<unknown, Error, unknown, unknown, Key>
type Result = QueryObserverResult<unknown, Error>

/** How a query is asked, as far as it is the same for all who watch it. */
export type FetchOptionsOf = (query: DataQuery, options: WatchOptions) => Options

/** Watches nothing. */
const NOTHING: Options = { queryKey: ['', {}], enabled: false }
const TOLD = ['data', 'error', 'status', 'fetchStatus', 'isPlaceholderData'] as const

export class QueryWatch<T> implements Watch<T> {
  private readonly client: QueryClient
  private readonly fetchOptionsOf: FetchOptionsOf
  private readonly observer: QueryObserver<unknown, Error, unknown, unknown, Key>
  private known: { readonly of: Result; readonly answer: Answer<T> } | null = null

  constructor(
    client: QueryClient,
    fetchOptionsOf: FetchOptionsOf,
    query: DataQuery | null,
    options: WatchOptions,
  ) {
    this.client = client
    this.fetchOptionsOf = fetchOptionsOf
    this.observer = new QueryObserver(client, this.optionsOf(query, options))
  }

  get answer(): Answer<T> {
    return this.answerOf(this.observer.getCurrentResult())
  }

  peek(query: DataQuery | null, options: WatchOptions = {}): Answer<T> {
    const defaults = this.client.defaultQueryOptions(this.optionsOf(query, options))
    return this.answerOf(this.observer.getOptimisticResult({ ...defaults, _optimisticResults: 'optimistic' }))
  }

  put(query: DataQuery | null, options: WatchOptions = {}): void {
    this.observer.setOptions(this.optionsOf(query, options))
  }

  async again(): Promise<void> {
    const query = this.observer.getCurrentQuery()
    if (this.observer.options.enabled === false) return
    // A first request is not replaced by itself, as one is that has an answer to fall back on.
    if (query.state.data === undefined) await query.cancel({ revert: true })
    await this.observer.refetch({ cancelRefetch: true })
  }

  subscribe(listener: () => void): () => void {
    return this.observer.subscribe(listener)
  }

  private optionsOf(query: DataQuery | null, options: WatchOptions): Options {
    if (!query) return NOTHING
    return {
      ...this.fetchOptionsOf(query, options),
      enabled: true,
      refetchInterval: options.every ?? false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      notifyOnChangeProps: [...TOLD],
      placeholderData: options.keep ? keepPreviousData : undefined,
    }
  }

  private answerOf(of: Result): Answer<T> {
    if (this.known?.of !== of) {
      const { data, dataUpdatedAt, error, fetchStatus, isPlaceholderData } = of
      const answer = {
        data: data as T,
        error,
        since: dataUpdatedAt || null,
        isFetching: fetchStatus !== 'idle',
        isKept: isPlaceholderData,
      }
      this.known = { of, answer }
    }
    return this.known.answer
  }
}
