/**
 * A limit on how often something may be done: `burst` times at once, then `perSecond`. The answer takes one turn, or says
 * how many milliseconds are left to the next and takes none.
 */
export function createRate(
  burst: number,
  perSecond: number,
  now: () => number = () => performance.now(),
): () => number {
  const interval = 1_000 / perSecond
  let credit = burst * interval
  let counted = now()
  return () => {
    const time = now()
    credit = Math.min(burst * interval, credit + time - counted)
    counted = time
    if (credit < interval) return Math.ceil(interval - credit)
    credit -= interval
    return 0
  }
}
