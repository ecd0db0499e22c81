/**
 * Works on all entries, on so many at a time and in their order; what becomes of each stands at its place.
 * @param most at least 1
 * @throws what the first entry that fails throws; those that have not been begun by then are left out
 */
export async function mapAtOnce<T, R>(
  entries: readonly T[],
  most: number,
  work: (entry: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  let hasFailed = false
  const worker = async () => {
    while (next < entries.length && !hasFailed) {
      const at = next++
      try {
        results[at] = await work(entries[at] as T)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, entries.length) }, worker))
  return results
}

/** The same, the next of which is fetched while one is worked on; what has failed is said in its turn. */
export async function* oneAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const reader = source[Symbol.asyncIterator]()
  const fetched = () => {
    const next = reader.next()
    next.catch(() => undefined)
    return next
  }
  try {
    let next = fetched()
    while (true) {
      const { done, value } = await next
      if (done) return
      next = fetched()
      yield value
    }
  } finally {
    await reader.return?.()
  }
}
