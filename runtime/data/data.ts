/** What is asked of the server: a call of the contract with its flat input. The same call and input are the same query. */
export interface DataQuery {
  readonly call: string
  readonly input: Readonly<Record<string, unknown>>
  /** What its answer is about: `invalidate` asks again by tag. */
  readonly tags?: readonly string[]
}

/** What is known of a query. */
export interface Answer<T = unknown> {
  /** `data` of the last answer; it stays while the query is asked again. Undefined: there has been none. */
  readonly data: T | undefined
  /** Why there is no answer, or no newer one; null while none has failed since the last answer. */
  readonly error: Error | null
  /** When `data` was answered, in milliseconds; null: there is none. */
  readonly since: number | null
  /** A request is under way. */
  readonly isFetching: boolean
  /** `data` is what another query of this watch was answered, shown until its own answer comes (`keep`). */
  readonly isKept: boolean
}

export interface WatchOptions {
  /** Milliseconds after which it is asked again, over and over, while the tab is visible. */
  readonly every?: number | undefined
  /** Another query shows the answer of the one before it until its own comes: the next page of one list. */
  readonly keep?: boolean
  /** Each answer is a new object, even where it says what the last one said: what hangs on it is to be asked again too. */
  readonly renew?: boolean
  /** Milliseconds for which a known answer will do; default: seconds, or what is said of the call. */
  readonly maxAge?: number | undefined
}

/** Somebody who wants to know the answer to a query, and to be told of every newer one. */
export interface Watch<T = unknown> {
  readonly answer: Answer<T>
  /** The answer as it is for a query that has not been put yet, for what is being drawn now. */
  peek(query: DataQuery | null, options?: WatchOptions): Answer<T>
  /** Watches another query from now on; null: none. */
  put(query: DataQuery | null, options?: WatchOptions): void
  /** Asks anew, whatever is known; a request that is under way is given up. Resolves, never rejects, when it is over. */
  again(): Promise<void>
  /** Asks, and tells of every change until the answer is called; nobody left: the request is aborted. */
  subscribe(listener: () => void): () => void
}

export interface ReadOptions extends Pick<WatchOptions, 'maxAge'> {
  readonly signal?: AbortSignal
  /** Asks even where the answer is known and fresh. */
  readonly again?: boolean
}

/**
 * Answers of the server, each query asked once however many want to know. What nobody watches is forgotten after five
 * minutes, and the oldest first where there is too much of it.
 */
export interface DataCache {
  /** Some answer is on its way. */
  readonly isBusy: boolean
  watch<T = unknown>(query: DataQuery | null, options?: WatchOptions): Watch<T>
  /** Resolves with `data` of the answer: the known one while it is fresh. @throws CallError, or what `signal` was aborted with. */
  read(query: DataQuery, options?: ReadOptions): Promise<unknown>
  /** Asks for what will be wanted; failures are kept to itself. */
  prefetch(query: DataQuery): void
  /** What carries one of the tags has changed: it is asked again where it is watched, else when it is next wanted. */
  invalidate(tags: readonly string[]): void
  /** Something has been changed at the server: no answer from before it counts as fresh, or none that carries one of the tags. */
  expire(tags?: readonly string[]): void
  /** The connection was lost and is back: what is watched is asked anew. */
  recover(): void
  /**
   * Forgets everything; answers on their way are not taken in. What is watched is asked anew, unless nobody is there any
   * more who may ask.
   */
  clear(options?: { readonly isOver?: boolean }): void
}
