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
