/** A row with the rows below it. */
export interface Nested<T> {
  readonly row: T
  readonly children: readonly Nested<T>[]
}

/**
 * Hangs rows under their parents, in the order given. Nothing gets lost: a row whose parent is not there stands at the
 * top, and where rows are each other's parents the first of them does. Of rows with one key the first is the parent.
 */
export function nest<T>(
  rows: readonly T[],
  keyOf: (row: T) => string | null,
  parentOf: (row: T) => string | null,
): readonly Nested<T>[] {
  const places = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    const key = keyOf(row)
    if (key !== null && !places.has(key)) places.set(key, index)
  }
  const parents = rows.map((row) => {
    const parent = parentOf(row)
    return parent === null ? TOP : (places.get(parent) ?? TOP)
  })
  breakCycles(parents)
  const nested = rows.map((row) => ({ row, children: [] as Nested<T>[] }))
  const top: Nested<T>[] = []
  for (const [index, node] of nested.entries()) {
    const parent = nested[parents[index] ?? TOP]
    if (parent) parent.children.push(node)
    else top.push(node)
  }
  return top
}

/** The parent of what stands at the top. */
const TOP = -1

/** Frees the first row of every cycle. Each row is walked over once. */
function breakCycles(parents: number[]): void {
  /** In which walk a row was met. */
  const met = new Array<number>(parents.length).fill(TOP)
  for (let start = 0; start < parents.length; start++) {
    let at = start
    while (at !== TOP && met[at] === TOP) {
      met[at] = start
      at = parents[at] ?? TOP
    }
    if (at === TOP || met[at] !== start) continue
    let first = at
    for (let one = parents[at] ?? TOP; one !== at; one = parents[one] ?? at) first = Math.min(first, one)
    parents[first] = TOP
  }
}
