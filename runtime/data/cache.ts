import { environmentManager, hashKey, notifyManager, type Query, QueryClient } from '@tanstack/query-core'
import { CallError, type Host } from '../host'
import { isRecord } from '../json'
import { Batch, type BatchRule } from './batch'
import type { DataCache, DataQuery, ReadOptions, WatchOptions } from './data'
import { Throttle } from './throttle'
import { type FetchOptionsOf, type Key, QueryWatch } from './watch'

/** What is known of a call beside its name. */
export interface CallRules {
  /** Tags of all its answers. */
  readonly tags?: readonly string[]
  /** Milliseconds for which its answers need not be asked for again, whatever else is changed: by tag alone. */
  readonly fresh?: number
  /** It changes nothing: asked again by itself where the network or the server failed. One that does is not asked here at all. */
  readonly isRead?: boolean
  /** Several of its queries in one turn are one request. */
  readonly batch?: BatchRule
}

export interface DataCacheOptions {
  readonly call: Host['call']
  readonly rulesOf?: (call: string) => CallRules
  /** Says why a call that changes something is not asked. */
  readonly refusal?: (call: string) => string
  /** Answers that are kept though nobody watches them; a list counts one more for each 100 entries. */
  readonly capacity?: number
}

/** Milliseconds for which an answer serves whoever asks the same, as long as nothing has been changed since. */
const FRESH = 5_000
/** Milliseconds for which an answer that nobody watches is kept. */
const KEPT = 300_000
const CAPACITY = 300
/** Milliseconds between two rounds of asking for one tag again. */
const ROUND = 500
const RETRIES = 2
/** Milliseconds before the first retry, doubled with each. */
const RETRY_DELAY = 400
/** Milliseconds that a busy server may ask for; where it wants longer, the person is told at once. */
const LONGEST_PAUSE = 10_000
/** A call that failed after more milliseconds is not asked again by itself: the person has waited enough. */
const PATIENCE = 5_000

// Listeners are told within the same task: timers of a hidden tab are late by a second.
notifyManager.setScheduler(queueMicrotask)
// It polls wherever it runs: there is no drawing on a server here.
environmentManager.setIsServer(() => false)

/** @param options.call asks the server; the cache gives it a signal that fires when nobody waits for the answer. */
export function createDataCache(options: DataCacheOptions): DataCache {
  return new QueryDataCache(options)
}

interface Fetch {
  /** Its answer counts as fresh though something else has been changed. */
  readonly isLasting: boolean
}

class QueryDataCache implements DataCache {
  private readonly client = new QueryClient()
  private readonly options: DataCacheOptions
  /** By the hash of a query. */
  private readonly tags = new Map<string, Set<string>>()
  /** The last asking of each query since something was last changed, by its hash. */
  private readonly current = new Map<string, Fetch>()
  private readonly readers = new Set<(reason: unknown) => void>()
  private readonly batches = new Map<string, Batch>()
  private emptied = 0
  private readonly changed = new Throttle(ROUND, (tags, isFirst) => this.refetch(tags, isFirst))

  constructor(options: DataCacheOptions) {
    this.options = options
    this.client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'added' || type === 'observerRemoved') this.makeRoom(query.queryHash)
      if (type !== 'removed') return
      this.tags.delete(query.queryHash)
      this.current.delete(query.queryHash)
    })
  }

  get isBusy(): boolean {
    return this.client.isFetching() > 0
  }

  watch<T>(query: DataQuery | null, options: WatchOptions = {}): QueryWatch<T> {
    return new QueryWatch<T>(this.client, this.fetchOptionsOf, query, options)
  }

  read(query: DataQuery, { signal, again = false, maxAge }: ReadOptions = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      if (again) this.current.delete(hashOf(query))
      const watch = this.watch(query, { maxAge })
      const end = () => {
        stop()
        signal?.removeEventListener('abort', abort)
        this.readers.delete(give)
      }
      const give = (reason: unknown) => {
        end()
        reject(reason)
      }
      const abort = () => give(signal?.reason)
      const settle = () => {
        const { data, error, isFetching: isUnderWay } = watch.answer
        if (isUnderWay) return
        if (error) give(error)
        else if (data !== undefined) {
          end()
          resolve(data)
        }
      }
      let stop: () => void = () => undefined
      signal?.addEventListener('abort', abort, { once: true })
      this.readers.add(give)
      stop = watch.subscribe(settle)
      settle()
    })
  }

  prefetch(query: DataQuery): void {
    void this.client.prefetchQuery(this.fetchOptionsOf(query, {}) as never)
  }

  invalidate(tags: readonly string[]): void {
    this.expire(tags)
    this.changed.add(tags)
  }

  expire(tags?: readonly string[]): void {
    if (tags) {
      for (const [hash, own] of this.tags) if (tags.some((tag) => own.has(tag))) this.current.delete(hash)
      return
    }
    for (const [hash, { isLasting }] of this.current) if (!isLasting) this.current.delete(hash)
  }

  recover(): void {
    this.current.clear()
    for (const query of this.queries()) if (query.isActive()) refetchQuery(query)
  }

  clear({ isOver = false }: { readonly isOver?: boolean } = {}): void {
    this.changed.clear()
    this.current.clear()
    for (const give of [...this.readers]) give(new DOMException('The cache was emptied', 'AbortError'))
    for (const query of this.queries()) {
      if (query.getObserversCount() === 0) this.client.getQueryCache().remove(query)
      else query.reset()
    }
    this.emptied += 1
    if (isOver) return
    const { emptied } = this
    // By then other queries may be watched: their input follows what was changed.
    setTimeout(() => {
      if (emptied !== this.emptied) return
      for (const query of this.queries()) {
        const { status, fetchStatus } = query.state
        if (query.isActive() && status === 'pending' && fetchStatus === 'idle') refetchQuery(query)
      }
    })
  }

  private queries() {
    return this.client.getQueryCache().getAll()
  }

  /** What has changed is asked again. A request that began before the change is given up, once; in a storm of changes it may end. */
  private refetch(tags: ReadonlySet<string>, isFirst: boolean): ReadonlySet<string> {
    const waiting = new Set<string>()
    for (const query of this.queries()) {
      const own = [...(this.tags.get(query.queryHash) ?? [])].filter((tag) => tags.has(tag))
      if (own.length === 0 || !query.isActive()) continue
      const isUnderWay = query.state.fetchStatus !== 'idle'
      // A first request cannot be replaced by another one: nothing is known that could be shown in the meantime.
      if (isUnderWay && (!isFirst || query.state.data === undefined)) for (const tag of own) waiting.add(tag)
      else refetchQuery(query)
    }
    return waiting
  }

  private readonly fetchOptionsOf: FetchOptionsOf = (query, { renew = false, maxAge }) => {
    const { call, input } = query
    const { tags = [], fresh, isRead = false } = this.options.rulesOf?.(call) ?? {}
    const queryKey: Key = [call, input]
    const queryHash = hashKey(queryKey)
    let isSlow = false
    const known = this.tags.get(queryHash) ?? new Set()
    for (const tag of [...tags, ...(query.tags ?? [])]) known.add(tag)
    if (known.size > 0) this.tags.set(queryHash, known)
    return {
      queryKey,
      queryHash,
      queryFn: async ({ signal }) => {
        const began = Date.now()
        const fetch: Fetch = { isLasting: fresh !== undefined }
        this.current.set(queryHash, fetch)
        try {
          return (await this.request(query, signal)) ?? null
        } catch (error) {
          isSlow = Date.now() - began > PATIENCE
          // Given up or failed: what is known is from before.
          if (this.current.get(queryHash) === fetch) this.current.delete(queryHash)
          throw error
        }
      },
      staleTime: () => (this.current.has(queryHash) ? (maxAge ?? fresh ?? FRESH) : 0),
      gcTime: KEPT,
      retry: (count, error) => isRead && !isSlow && count < RETRIES && isOutage(error),
      retryDelay: (count, error) => Math.max(RETRY_DELAY * 2 ** count, pauseOf(error)),
      structuralSharing: !renew,
      networkMode: 'always',
    }
  }

  private async request({ call, input }: DataQuery, signal: AbortSignal): Promise<unknown> {
    const { batch: rule, isRead } = this.options.rulesOf?.(call) ?? {}
    // What is looked at is asked for as often as it is looked at.
    if (isRead === false) throw new Error(this.options.refusal?.(call) ?? `${call} changes something`)
    const id = rule && Object.keys(input).length === 1 ? input[rule.key] : undefined
    if (!rule || typeof id !== 'string') return (await this.options.call(call, input, { signal })).data
    const batch = this.batches.get(call) ?? new Batch(call, rule, this.options.call)
    this.batches.set(call, batch)
    return batch.ask(id, signal)
  }

  /** Forgets the oldest of what nobody watches, where that is too much; not what is about to be watched. */
  private makeRoom(spared: string): void {
    const idle = this.queries().filter(
      (query) =>
        query.queryHash !== spared && query.getObserversCount() === 0 && query.state.fetchStatus === 'idle',
    )
    let room = this.options.capacity ?? CAPACITY
    const newestFirst = idle.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    for (const query of newestFirst) {
      room -= weightOf(query.state.data)
      if (room < 0) this.client.getQueryCache().remove(query)
    }
  }
}

/** A long list takes the place of many answers. */
function weightOf(data: unknown): number {
  const list = isRecord(data) ? data['list'] : data
  return 1 + (Array.isArray(list) ? list.length / 100 : 0)
}

const hashOf = ({ call, input }: DataQuery): string => hashKey([call, input])

function refetchQuery(query: Query<unknown, Error>): void {
  query.fetch(undefined, { cancelRefetch: true }).catch(() => undefined)
}

/**
 * Nothing answered, or the server could not or was asked too much: another try may do better. Codes of 600 and above are
 * about the session.
 */
function isOutage(error: Error): boolean {
  if (!(error instanceof CallError) || pauseOf(error) > LONGEST_PAUSE) return false
  const { code, retryAfter } = error
  return code === 0 || (code >= 500 && code < 600) || (code === TOO_MANY && retryAfter !== null)
}

const TOO_MANY = 429

/** Milliseconds for which the server does not want to be asked. */
function pauseOf(error: Error): number {
  return error instanceof CallError ? (error.retryAfter ?? 0) : 0
}
