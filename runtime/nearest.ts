/** Number of single-character insertions, deletions, replacements and swaps of neighbours between two words. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1)
      row.push(best)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? a.length
}

/** The choice that was probably meant, if one is near enough: a third of its letters may differ. */
export function nearestOf(written: string, choices: Iterable<string>): string | undefined {
  // Every two letters are near each other.
  if (written.length < 2) return undefined
  let best: string | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const choice of choices) {
    if (Math.abs(choice.length - written.length) > bestDistance) continue
    const distance = editDistance(written.toLowerCase(), choice.toLowerCase())
    // People seldom miss the first letter: of two that are as near, `rows` is meant by `row` and not `now`.
    const isLikelier =
      distance === bestDistance && startsAlike(written, choice) && !startsAlike(written, best)
    if (distance < bestDistance || isLikelier) {
      best = choice
      bestDistance = distance
    }
  }
  return bestDistance <= Math.max(1, Math.floor(Math.max(written.length, best?.length ?? 0) / 3))
    ? best
    : undefined
}

function startsAlike(written: string, choice = ''): boolean {
  return written.charAt(0).toLowerCase() === choice.charAt(0).toLowerCase()
}
