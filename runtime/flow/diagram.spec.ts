import { describe, expect, it } from 'vitest'
import { diagramOf, MOST_STEPS } from '.'

const approve = (id: string, title = id) => ({ node: 'approve', id, title })
const shown = (flow: unknown, states: unknown = {}) => {
  const { steps, edges } = diagramOf(flow, states)
  return {
    steps: steps.map(({ id, kind, depth }) => `${depth} ${kind} ${id}`),
    edges: edges.map(({ from, to, title }) => `${from}>${to}${title === null ? '' : ` ${String(title)}`}`),
  }
}

describe('the diagram of a flow', () => {
  it('leads from its start through its branches to its end', () => {
    const choice = {
      node: 'choice',
      id: 'size',
      branches: [
        { title: '大额', nodes: [approve('head')] },
        { title: '其他', nodes: [] },
      ],
    }
    expect(shown({ nodes: [approve('dept'), choice, approve('cash')] })).toEqual({
      steps: [
        '0 start start',
        '0 approve dept',
        '0 choice size',
        '1 approve head',
        '0 approve cash',
        '0 end end',
      ],
      edges: ['start>dept', 'dept>size', 'size>head 大额', 'head>cash', 'size>cash 其他', 'cash>end'],
    })
  })

  it('says of each step where it stands, and nothing of what is no state', () => {
    const { steps } = diagramOf(
      { nodes: [approve('a'), approve('b'), approve('c')] },
      { start: 'done', a: 'refused', b: 'asleep', constructor: 'now' },
    )
    expect(steps.map(({ state }) => state)).toEqual(['done', 'refused', null, null, null])
  })

  it('is as it says where it has edges, without those that lead nowhere', () => {
    const nodes = [approve('a'), { id: 'b' }, { title: 'without id' }, approve('a')]
    const edges = [{ from: 'a', to: 'b', title: '好' }, { from: 'a', to: 'nowhere' }, 7]
    expect(shown({ nodes, edges })).toEqual({ steps: ['0 approve a', '0 other b'], edges: ['a>b 好'] })
  })

  it.each([[null], [7], ['x'], [[]], [{}], [{ nodes: 3 }], [{ nodes: [] }], [{ nodes: [1, null] }]])(
    'of %j is empty',
    (flow) => {
      expect(diagramOf(flow, null)).toEqual({ steps: [], edges: [] })
    },
  )

  it('tells steps apart that have one id or none, and takes no more than it can show', () => {
    const { steps } = shown({
      nodes: [approve('a'), approve('a'), { node: 'cc' }, { node: 'cc', id: 'end' }],
    })
    expect(steps).toEqual([
      '0 start start',
      '0 approve a',
      '0 approve a#2',
      '0 cc step',
      '0 cc end#2',
      '0 end end',
    ])
    const many = Array.from({ length: 2000 }, (_, index) => approve(`n${index}`))
    expect(diagramOf({ nodes: many }, {}).steps.length).toBe(MOST_STEPS + 1)
  })
})
