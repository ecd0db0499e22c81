import type { DeviceKind } from '@runtime/field/kinds'
import type { FarmLayout } from '@runtime/field/layout'
import { describe, expect, it } from 'vitest'
import { DEMO_FARM, SECOND_FARM, stressFarm } from './demo'
import { drawFarm } from './draw'
import { toMetres } from './grid'
import { BLOCK_FLOW } from './plan'

const farm = drawFarm(DEMO_FARM)

function count({ devices }: FarmLayout): Partial<Record<DeviceKind, number>> {
  const counts: Partial<Record<DeviceKind, number>> = {}
  for (const { kind } of devices) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
const find = <T extends { readonly id: string }>(list: readonly T[], id: string): T => {
  const found = list.find((one) => one.id === id)
  if (!found) throw new Error(`${id} is missing`)
  return found
}
/** Friction loss in a plastic pipe: m of head from m, m³/h and mm (`design/field.md §4.1`). */
const loss = (length: number, flow: number, inner: number) => (94_800 * length * flow ** 1.77) / inner ** 4.77
/** m/s */
const velocity = (flow: number, inner: number) => flow / 3600 / ((Math.PI / 4) * (inner / 1000) ** 2)

describe('the demo farm', () => {
  it('has the devices of its design', () => {
    expect(count(farm)).toEqual({
      VALVE_TWB: 160,
      VALVE_MAIN: 4,
      SOIL: 24,
      WEATHER: 2,
      PRESSURE: 20,
      FLOW: 3,
      FERT: 1,
      FERT_VALVE: 6,
      PUMP: 3,
      MACHINE: 1,
    })
    expect(farm.gateways).toHaveLength(8)
    expect(farm.blocks).toHaveLength(320)
    expect(farm.nodes).toHaveLength(160)
    expect([1, 2, 3].map((level) => farm.pipes.filter((pipe) => pipe.level === level).length)).toEqual([
      2, 16, 320,
    ])
    expect(farm.project.areaM2).toBe(2_400_000)
    expect(farm.blocks.reduce((sum, { areaM2 }) => sum + areaM2, 0)).toBe(2_400_000)
  })

  it('names its parts as the wire’s examples do', () => {
    const ids = new Set(
      [farm.gateways, farm.pipes, farm.nodes, farm.devices, farm.groups].flat().map(({ id }) => id),
    )
    for (const id of ['GW-3', 'M1', 'F1-03', 'N1-03-05', 'T1-03-05', 'V-M1-IN', 'SM-07', 'WS-1', 'P1', 'G05'])
      expect(ids, id).toContain(id)
    expect(find(farm.devices, 'SM-07').gatewayId).toBe('GW-3')
    expect(farm.devices.filter(({ gatewayId }) => gatewayId === 'GW-3')).toHaveLength(26)
    expect(
      farm.groups
        .filter(({ members }) => members.some(({ valveId }) => valveId === 'T1-03-05'))
        .map(({ id }) => id),
    ).toEqual(['G05', 'G13'])
  })

  it('refers only to what is there, and calls nothing twice', () => {
    const lists = [farm.gateways, farm.pipes, farm.nodes, farm.blocks, farm.devices, farm.groups]
    for (const list of lists) expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
    const known = new Set(lists.flat().map(({ id }) => id))
    const named = [
      ...farm.pipes.map(({ parentId }) => parentId),
      ...farm.nodes.flatMap(({ pipeId, valveId, sideABlockId, sideBBlockId }) => [
        pipeId,
        valveId,
        sideABlockId,
        sideBBlockId,
      ]),
      ...farm.devices.flatMap(({ gatewayId, nodeId }) => [gatewayId, nodeId]),
      ...farm.groups.flatMap(({ members }) => members.flatMap(({ nodeId, valveId }) => [nodeId, valveId])),
    ].filter((id) => id !== null)
    expect(named.filter((id) => !known.has(id))).toEqual([])
  })

  it('lies where it should: mains north and south, sub-mains of 600 m towards the middle', () => {
    const main = find(farm.pipes, 'M1')
    expect(toMetres({ longitude: main.startLongitude, latitude: main.startLatitude }).x).toBeCloseTo(-1000, 1)
    expect(toMetres({ longitude: main.endLongitude, latitude: main.endLatitude }).y).toBeCloseTo(600, 1)
    const third = find(farm.pipes, 'F2-03')
    expect(toMetres({ longitude: third.startLongitude, latitude: third.startLatitude })).toEqual({
      x: expect.closeTo(-375, 1),
      y: expect.closeTo(-600, 1),
    })
    expect(toMetres({ longitude: third.endLongitude, latitude: third.endLatitude }).y).toBeCloseTo(0, 1)
    expect(farm.nodes.filter(({ pipeId }) => pipeId === 'F1-01').map(({ chainageM }) => chainageM)).toEqual([
      30, 90, 150, 210, 270, 330, 390, 450, 510, 570,
    ])
    expect(toMetres(find(farm.devices, 'P2'))).toEqual({
      x: expect.closeTo(-1170, 1),
      y: expect.closeTo(0, 1),
    })
  })

  it('grows cotton on 70, maize on 20 and tomatoes on 10 parts of 100', () => {
    const area = (crop: string) => farm.blocks.filter((block) => block.crop === crop).length / 320
    expect(['cotton', 'maize', 'tomato'].map(area)).toEqual([0.7, 0.2, 0.1])
  })

  it('waters every half-block in exactly one of 16 groups of 20, half of them on either main', () => {
    expect(farm.groups).toHaveLength(16)
    const outlets = farm.groups.flatMap(({ members }) =>
      members.map(({ valveId, openDirection }) => `${valveId} ${openDirection}`),
    )
    expect(new Set(outlets).size).toBe(320)
    for (const { id, members } of farm.groups) {
      expect(members, id).toHaveLength(20)
      expect(
        members.filter(({ nodeId }) => nodeId.startsWith('N1')),
        id,
      ).toHaveLength(10)
    }
  })

  it('shares no valve between groups that follow each other', () => {
    for (const [index, { members }] of farm.groups.entries()) {
      const next = farm.groups[(index + 1) % farm.groups.length]?.members ?? []
      const valves = new Set(members.map(({ valveId }) => valveId))
      expect(next.filter(({ valveId }) => valves.has(valveId))).toEqual([])
    }
  })

  it('is hydraulically sound: losses and velocities of its design', () => {
    for (const { id, members } of farm.groups)
      for (const subMain of farm.pipes.filter(({ level }) => level === 2)) {
        const own = members.filter(({ nodeId }) => nodeId.startsWith(`N${subMain.id.slice(1)}-`))
        expect(own.length, `${id} ${subMain.id}`).toBeLessThanOrEqual(2)
      }
    const main = find(farm.pipes, 'M1')
    const subMain = find(farm.pipes, 'F1-01')
    expect(loss(main.lengthM, 410, main.innerDmm)).toBeCloseTo(2.2, 1)
    expect(velocity(410, main.innerDmm)).toBeCloseTo(0.78, 2)
    expect(velocity(820, main.innerDmm)).toBeCloseTo(1.57, 2)
    expect(loss(subMain.lengthM, 2 * BLOCK_FLOW, subMain.innerDmm)).toBeCloseTo(2, 1)
    expect(velocity(2 * BLOCK_FLOW, subMain.innerDmm)).toBeCloseTo(0.82, 2)
    expect(20 * BLOCK_FLOW).toBeCloseTo(818, 0)
  })
})

describe('the second farm', () => {
  it('has 40 devices, and ids that are not the first one’s', () => {
    const second = drawFarm(SECOND_FARM)
    expect(second.devices).toHaveLength(40)
    const first = new Set([farm.devices, farm.pipes, farm.groups, farm.gateways].flat().map(({ id }) => id))
    expect(
      [second.devices, second.pipes, second.groups, second.gateways].flat().filter(({ id }) => first.has(id)),
    ).toEqual([])
    expect(second.groups.map(({ members }) => members.length)).toEqual(second.groups.map(() => 6))
  })
})

describe('the stress project', () => {
  it('has as many devices as asked for, each once, none without its gateway', () => {
    const stress = stressFarm(10_000)
    expect(stress.devices).toHaveLength(10_000)
    expect(new Set(stress.devices.map(({ id }) => id)).size).toBe(10_000)
    const gateways = new Set(stress.gateways.map(({ id }) => id))
    expect(stress.devices.filter(({ gatewayId }) => !gateways.has(gatewayId))).toEqual([])
    expect(stress.project.isHidden).toBe(true)
  })
})
