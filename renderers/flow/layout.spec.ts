import { diagramOf } from '@runtime/flow'
import { describe, expect, it } from 'vitest'
import { layoutOf, STEP } from './layout'

const approve = (id: string) => ({ node: 'approve', id })
const branching = {
  nodes: [
    approve('a'),
    {
      node: 'parallel',
      id: 'p',
      branches: ['x', 'y', 'z'].map((id) => ({ nodes: [approve(id), approve(`${id}2`)] })),
    },
    approve('b'),
  ],
}

describe('the layout of a flow', () => {
  const diagram = diagramOf(branching, {})

  it.each(['down', 'right'] as const)('leads %s, branches beside each other in their order', (direction) => {
    const { spots } = layoutOf(diagram, direction)
    const [along, across] = direction === 'down' ? (['y', 'x'] as const) : (['x', 'y'] as const)
    const at = (id: string) => spots.get(id) ?? { x: Number.NaN, y: Number.NaN }
    const way = ['start', 'a', 'p', 'x', 'x2', 'b', 'end'].map((id) => at(id)[along])
    expect(way).toEqual(way.toSorted((one, other) => one - other))
    expect(at('x')[along]).toBe(at('z')[along])
    const beside = ['x', 'y', 'z'].map((id) => at(id)[across])
    expect(beside).toEqual(beside.toSorted((one, other) => one - other))
  })

  it('lays no step over another, of many', () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      index % 4 === 0
        ? { node: 'choice', id: `c${index}`, branches: [{ nodes: [approve(`l${index}`)] }, { nodes: [] }] }
        : approve(`n${index}`),
    )
    const spots = [...layoutOf(diagramOf({ nodes: many }, {}), 'down').spots.values()]
    const over = spots.filter((one, index) =>
      spots
        .slice(index + 1)
        .some((other) => Math.abs(one.x - other.x) < STEP.width && Math.abs(one.y - other.y) < STEP.height),
    )
    expect(over).toEqual([])
  })

  it('leads arrows around steps, and puts the title of a branch beside them', () => {
    const skipping = {
      nodes: [
        {
          node: 'choice',
          id: 'c',
          branches: [
            { title: '大额', nodes: [approve('head')] },
            { title: '其他', nodes: [] },
          ],
        },
        approve('b'),
      ],
    }
    const flow = diagramOf(skipping, {})
    const { spots, ways } = layoutOf(flow, 'down')
    const head = spots.get('head') ?? { x: 0, y: 0 }
    const past = ways[flow.edges.findIndex(({ title }) => title === '其他')]
    const isOver = ({ x, y }: { x: number; y: number }) =>
      x > head.x && x < head.x + STEP.width && y > head.y && y < head.y + STEP.height
    expect(past?.points.some(isOver)).toBe(false)
    expect(past?.title && isOver(past.title)).toBe(false)
    expect(ways.filter(({ title }) => title).length).toBe(2)
  })
})
