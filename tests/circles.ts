import { type Import, nameOf, own } from './imports'

/** Files by what they import of each other. */
export type Graph = ReadonlyMap<string, readonly string[]>

/** Type imports count. A folder's index file is known by the folder's name too, unless a file beside the folder has that. */
export function graphOf(files: readonly (readonly [file: string, imports: readonly Import[]])[]): Graph {
  const paths = files.map(([file]) => file)
  const named = new Map([
    ...paths.map((file) => [nameOf(file).replace(/\/index$/, ''), file] as const),
    ...paths.map((file) => [nameOf(file), file] as const),
  ])
  return new Map(
    files.map(([file, imports]) => [
      file,
      imports.flatMap(({ target }) => named.get(own(file, target) ?? '') ?? []),
    ]),
  )
}

/**
 * Circles that share no file with each other, each as the shortest way from a file of it back to that. None: no file comes
 * back to itself by what it imports.
 */
export function circlesIn(graph: Graph): readonly (readonly string[])[] {
  return knotsIn(graph).flatMap(([start = '']) => {
    const way = wayBack(graph, start)
    return way ? [way] : []
  })
}

/** Files that reach each other (strongly connected components, by Tarjan), each knot in the order in which it is met. */
function knotsIn(graph: Graph): readonly (readonly string[])[] {
  const knots: (readonly string[])[] = []
  const met = new Map<string, number>()
  const open: string[] = []
  /** The earliest open file that `file` reaches, by when it was met. */
  const visit = (file: string): number => {
    const place = met.size
    met.set(file, place)
    open.push(file)
    let earliest = place
    for (const next of graph.get(file) ?? []) {
      if (!met.has(next)) earliest = Math.min(earliest, visit(next))
      else if (open.includes(next)) earliest = Math.min(earliest, met.get(next) ?? place)
    }
    if (earliest === place) knots.push(open.splice(open.indexOf(file)))
    return earliest
  }
  for (const file of graph.keys()) if (!met.has(file)) visit(file)
  return knots
}

/** The shortest way from a file back to itself; null where there is none. */
function wayBack(graph: Graph, start: string): readonly string[] | null {
  const ways: (readonly string[])[] = [[start]]
  const seen = new Set<string>()
  for (const way of ways) {
    for (const next of graph.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return [...way, start]
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return null
}
