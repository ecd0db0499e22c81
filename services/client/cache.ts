/** Answers kept under tags: `invalidate(['dictionary'])` forgets all that were kept with one of them. */
export interface TaggedCache<T> {
  get(key: string): T | undefined
  /** Keeps the answer unless one of its tags was invalidated since `mark` was taken. */
  put(key: string, value: T, tags: readonly string[], milliseconds: number, mark: number): void
  /** Taken before the request is sent, given to `put`. */
  mark(): number
  invalidate(tags: readonly string[]): void
  /** Told the tags, so that what shows their data can load again. Returns the unsubscribe. */
  onInvalidate(listener: (tags: readonly string[]) => void): () => void
  clear(): void
}

interface Entry<T> {
  readonly value: T
  readonly tags: readonly string[]
  readonly until: number
}

export function createTaggedCache<T>(now: () => number = Date.now): TaggedCache<T> {
  const entries = new Map<string, Entry<T>>()
  const listeners = new Set<(tags: readonly string[]) => void>()
  const invalidatedAt = new Map<string, number>()
  let clearedAt = 0
  let clock = 0

  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (entry.until > now()) return entry.value
      entries.delete(key)
      return undefined
    },
    put(key, value, tags, milliseconds, mark) {
      const stale = mark < clearedAt || tags.some((tag) => (invalidatedAt.get(tag) ?? 0) > mark)
      if (!stale) entries.set(key, { value, tags, until: now() + milliseconds })
    },
    mark: () => clock,
    invalidate(tags) {
      clock += 1
      for (const tag of tags) invalidatedAt.set(tag, clock)
      for (const [key, entry] of entries) {
        if (entry.tags.some((tag) => tags.includes(tag))) entries.delete(key)
      }
      for (const listener of listeners) listener(tags)
    },
    onInvalidate(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    clear() {
      clock += 1
      clearedAt = clock
      entries.clear()
    },
  }
}
