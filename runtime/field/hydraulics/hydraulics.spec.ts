import { describe, expect, it } from 'vitest'
import { buildNetwork, headLoss, pumpHead, reachable, solve, velocity } from './index'

const LINE = { startLatitude: 43, endLatitude: 43 }
const ROWS = {
  pipes: [
    {
      id: 'M',
      parentId: null,
      startLongitude: 87,
      endLongitude: 87.02,
      ...LINE,
      lengthM: 2000,
      innerDmm: 430,
    },
    {
      id: 'F',
      parentId: 'M',
      startLongitude: 87.01,
      endLongitude: 87.01,
      ...LINE,
      lengthM: 600,
      innerDmm: 188,
    },
  ],
  nodes: [{ id: 'N', pipeId: 'F', chainageM: 600, valveId: 'T', sideABlockId: 'A', sideBBlockId: 'B' }],
  blocks: [
    { id: 'A', designFlow: 41 },
    { id: 'B', designFlow: 41 },
  ],
  devices: [
    { id: 'P', kind: 'PUMP' as const, longitude: null, latitude: null, nodeId: null, settings: {} },
    { id: 'T', kind: 'VALVE_TWB' as const, longitude: null, latitude: null, nodeId: 'N', settings: {} },
    {
      id: 'V',
      kind: 'VALVE_MAIN' as const,
      longitude: 87,
      latitude: 43,
      nodeId: null,
      settings: { mainPipeId: 'M' },
    },
  ],
}
const STATION = { pumps: 1, filterLoss: 6 }
const DEMAND = { lateralLoss: 3, designHead: 10 }

describe('the figures of design/field.md §4.1', () => {
  it('main pipe: 2,000 m at 410 m³/h', () => {
    expect(headLoss(2000, 410, 430)).toBeCloseTo(2.2, 1)
    expect(velocity(410, 430)).toBeCloseTo(0.78, 2)
  })
  it('all on one main: 1.57 m/s', () => expect(velocity(818, 430)).toBeCloseTo(1.57, 1))
  it('sub-main at 82 m³/h: 0.82 m/s', () => expect(velocity(82, 188)).toBeCloseTo(0.82, 2))
  it('a pump gives 52 m shut and 42 m at its rated flow', () => {
    expect(pumpHead(0)).toBe(52)
    expect(pumpHead(500)).toBeCloseTo(42)
    expect(pumpHead(0, 25)).toBe(13)
  })
})

describe('a network', () => {
  const network = buildNetwork(ROWS)

  it('hangs every outlet on the way that the water takes', () => {
    expect(network.outlets.map((outlet) => [outlet.blockId, outlet.designFlow])).toEqual([
      ['A', 41],
      ['B', 41],
    ])
    expect(network.strays).toEqual([])
  })
  it('cuts off what lies behind a closed main valve', () => {
    const vertex = network.vertexOfNode.get('N') ?? -1
    expect(reachable(network, () => true)[vertex]).toBe(1)
    expect(reachable(network, () => false)[vertex]).toBe(0)
  })
  it('loses along the way what each stretch takes', () => {
    const { flow, minHead, maxVelocity, fastestPipeId } = solve(network, network.outlets, STATION, {
      ...DEMAND,
      byHead: false,
    })
    const lost = headLoss(1000, 82, 430) + headLoss(600, 82, 188)
    expect(flow).toBe(82)
    expect(minHead).toBeCloseTo(pumpHead(82) - 6 - lost - 3, 1)
    expect(maxVelocity).toBeCloseTo(velocity(82, 188))
    expect(fastestPipeId).toBe('F')
  })
  it('finds the flow at which outlets and pump agree', () => {
    const { outletFlows, minHead } = solve(network, network.outlets, STATION, { ...DEMAND, byHead: true })
    for (const flow of outletFlows) expect(flow).toBeCloseTo(41 * Math.sqrt(minHead / 10), 1)
  })
  it('names pipes that no water reaches', () => {
    const pipes = ROWS.pipes.map((pipe) => ({ ...pipe, parentId: pipe.id === 'M' ? 'F' : 'M' }))
    expect(buildNetwork({ ...ROWS, pipes }).strays).toEqual(['M', 'F'])
  })
})
