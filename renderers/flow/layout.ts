import { Graph, layout } from '@dagrejs/dagre'
import type { Diagram } from '@runtime/flow'

/** Pixels of one step. */
export const STEP = { width: 180, height: 56 }
/** Pixels that the title of a branch takes. */
const TITLE = { width: 96, height: 20 }

export interface Spot {
  readonly x: number
  readonly y: number
}

/** The way of an arrow, around the steps between, and where the title of its branch stands. */
export interface Way {
  readonly points: readonly Spot[]
  readonly title: Spot | null
}

export interface FlowLayout {
  /** Of each step by its id the upper left corner, in pixels. */
  readonly spots: ReadonlyMap<string, Spot>
  /** Of each edge, in their order. */
  readonly ways: readonly Way[]
}

/** Where steps stand and arrows go. */
export function layoutOf({ steps, edges }: Diagram, direction: 'down' | 'right'): FlowLayout {
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: direction === 'down' ? 'TB' : 'LR', nodesep: 40, edgesep: 40, ranksep: 32 })
  for (const { id } of steps) graph.setNode(id, { ...STEP })
  for (const [index, { from, to, title }] of edges.entries())
    graph.setEdge(from, to, title === null ? {} : { ...TITLE, labelpos: 'c' }, String(index))
  layout(graph, { constraints: siblingsOf(edges) })
  const spots = steps.map(({ id }) => {
    const { x, y } = graph.node(id) as unknown as Spot
    return [id, { x: x - STEP.width / 2, y: y - STEP.height / 2 }] as const
  })
  const ways = edges.map(({ from, to, title }, index): Way => {
    const { points, x, y } = graph.edge(from, to, String(index)) as unknown as Spot & Pick<Way, 'points'>
    return { points, title: title === null ? null : { x, y } }
  })
  return { spots: new Map(spots), ways }
}

/** Branches stand beside each other in their order; where the way on is one of them, it is no branch. */
function siblingsOf(edges: Diagram['edges']) {
  const arrivals = new Map<string, number>()
  for (const { to } of edges) arrivals.set(to, (arrivals.get(to) ?? 0) + 1)
  const branches = edges.filter(({ to }) => arrivals.get(to) === 1)
  return branches.flatMap(({ from, to }, index) => {
    const next = branches.slice(index + 1).find((edge) => edge.from === from)
    return next ? [{ left: to, right: next.to }] : []
  })
}
