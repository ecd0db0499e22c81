/**
 * A limit on how often something may be done: `burst` times at once, then `perSecond`. The answer takes one turn (or as many
 * as are asked for), or says how many milliseconds are left until there are as many, and takes none.
 */
export function createRate(
  burst: number,
  perSecond: number,
  now: () => number = () => performance.now(),
): (turns?: number) => number {
  const interval = 1_000 / perSecond
  let credit = burst * interval
  let counted = now()
  return (turns = 1) => {
    const time = now()
    credit = Math.min(burst * interval, credit + time - counted)
    counted = time
    const price = turns * interval
    if (credit < price) return Math.ceil(price - credit)
    credit -= price
    return 0
  }
}
