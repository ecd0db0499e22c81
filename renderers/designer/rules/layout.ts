import { Graph, layout } from '@dagrejs/dagre'
import type { RuleGraph } from '@runtime/design/rules/graph'

/** Pixels of one field. */
export const BOX = { width: 152, height: 48 }
/** Pixels of a line of an arrow's words, one for each kind of rule. */
export const LINE = 14
/** Pixels that the longest of them takes. */
const WORDS_WIDTH = 112

export interface Spot {
  readonly x: number
  readonly y: number
}

export interface GraphLayout {
  readonly width: number
  readonly height: number
  /** Of each node, in their order, the upper left corner, in pixels. */
  readonly boxes: readonly Spot[]
  /** Of each edge, in their order, its bends, and the middle of its words. */
  readonly arrows: readonly { readonly points: readonly Spot[]; readonly words: Spot }[]
}

/** Where fields stand and arrows go, from the left to the right. */
export function graphLayout({ nodes, edges }: RuleGraph): GraphLayout {
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'LR', nodesep: 24, edgesep: 24, ranksep: 24, marginx: 16, marginy: 16 })
  for (const { id } of nodes) graph.setNode(id, { ...BOX })
  for (const [index, { from, to, kinds }] of edges.entries())
    graph.setEdge(from, to, { width: WORDS_WIDTH, height: kinds.length * LINE, labelpos: 'c' }, String(index))
  layout(graph)
  const boxes = nodes.map(({ id }) => {
    const { x, y } = graph.node(id) as unknown as Spot
    return { x: x - BOX.width / 2, y: y - BOX.height / 2 }
  })
  const arrows = edges.map(({ from, to }, index) => {
    const { points, x, y } = graph.edge(from, to, String(index)) as unknown as Spot & {
      readonly points: readonly Spot[]
    }
    return { points, words: { x, y } }
  })
  const { width, height } = graph.graph() as unknown as { readonly width: number; readonly height: number }
  return { width, height, boxes, arrows }
}
