import type {
  DeviceKind,
  GaugeSettings,
  PumpSettings,
  SoilSettings,
  SpreaderSettings,
  ValveSettings,
} from '@runtime/field/kinds'
import type { LayoutDevice } from '@runtime/field/layout'
import { type Place, toDegrees } from './grid'
import {
  BLOCK_FLOW,
  BLOCK_WIDTH,
  chainageOfNode,
  type FarmPlan,
  gatewayOf,
  lengthOfMain,
  lengthOfSubMain,
  namesOf,
  placeOfStation,
  placeOnMain,
  placeOnSubMain,
  type Spot,
  spots,
} from './plan'

/** Seconds between reports (`design/field.md §4.2`). */
export const CADENCE: Readonly<Record<DeviceKind, number>> = {
  VALVE_MAIN: 300,
  VALVE_TWB: 300,
  SOIL: 600,
  WEATHER: 60,
  PUMP: 60,
  FERT: 5,
  FERT_VALVE: 300,
  PRESSURE: 5,
  FLOW: 5,
  MACHINE: 5,
}

/** Soil of the demo farms: silt loam, volumes of water in one of soil. */
export const SOIL = { fieldCapacity: 0.3, wiltingPoint: 0.12 } as const

const MAX_RUN_SEC = 10 * 3600
/** Metres from its start at which a sub-main has its gauge: in its middle, so that a burst before it is seen there and nowhere else. */
const GAUGE_AT = 300

function device(
  kind: DeviceKind,
  id: string,
  name: string,
  gatewayId: string,
  place: Place,
  settings: object,
  nodeId: string | null = null,
): LayoutDevice {
  return {
    id,
    gatewayId,
    kind,
    name,
    ...toDegrees(place),
    nodeId,
    uplinkEverySec: CADENCE[kind],
    settings,
  }
}

/** Pumps, filters, spreader and what measures them, all of the first gateway. */
export function stationDevices(plan: FarmPlan): readonly LayoutDevice[] {
  const names = namesOf(plan)
  const at = placeOfStation(plan)
  const beside = (east: number, north: number): Place => ({ x: at.x + east, y: at.y + north })
  const make = (kind: DeviceKind, id: string, name: string, place: Place, settings: object) =>
    device(kind, id, name, names.gateway(1), place, settings)
  const gauge = (no: number, name: string, place: Place, settings: GaugeSettings) =>
    make('PRESSURE', names.gauge(no), name, place, settings)
  const pump: PumpSettings = { ratedM3h: 500, ratedHeadM: 42, ratedKw: 90, isVfd: true }
  return [
    ...Array.from({ length: plan.pumps }, (_, index) =>
      make('PUMP', names.pump(index + 1), `${index + 1}号水泵`, beside(-20, 15 - index * 15), pump),
    ),
    make('MACHINE', names.filter(), '首部过滤站', beside(12, 0), {}),
    gauge(1, '水泵出口压力表', beside(0, 6), { place: 'pumps' }),
    ...(plan.hasMoreGauges ? [gauge(2, '过滤器后压力表', beside(24, 6), { place: 'station' })] : []),
    make('FLOW', names.meter(1), '总流量计', beside(32, 0), { place: 'station' } satisfies GaugeSettings),
    ...(plan.mains.length > 1 ? plan.mains : []).map((_, index) =>
      make('FLOW', names.meter(index + 2), `${index + 1}号主管流量计`, placeOnMain(plan, index + 1, -12), {
        place: 'pipe',
        pipeId: names.main(index + 1),
        chainageM: 0,
      } satisfies GaugeSettings),
    ),
    ...(plan.hasSpreader ? spreaderDevices(plan, beside, make) : []),
  ]
}

const FERTILIZERS = ['氮', '磷', '钾']
const TANK_L = 3000

function spreaderDevices(
  plan: FarmPlan,
  beside: (east: number, north: number) => Place,
  make: (kind: DeviceKind, id: string, name: string, place: Place, settings: object) => LayoutDevice,
): readonly LayoutDevice[] {
  const names = namesOf(plan)
  const settings: SpreaderSettings = {
    channels: FERTILIZERS.map((name, index) => ({
      no: index + 1,
      name,
      tankL: TANK_L,
      valveId: names.fertilizerValve(index + 1),
    })),
  }
  return [
    make('FERT', names.spreader(), '1号施肥机', beside(20, -25), settings),
    ...FERTILIZERS.flatMap((name, index) => [
      make('FERT_VALVE', names.fertilizerValve(index + 1), `${name}肥出口阀`, beside(12 + index * 8, -40), {
        channel: index + 1,
        place: 'tank',
      }),
      make('FERT_VALVE', names.fertilizerValve(index + 4), `${name}肥注入阀`, beside(12 + index * 8, -14), {
        channel: index + 1,
        place: 'inlet',
      }),
    ]),
  ]
}

/** What stands in the field: valves, gauges, soil and weather stations. */
export function fieldDevices(plan: FarmPlan): readonly LayoutDevice[] {
  return [
    ...plan.mains.flatMap((_, index) => mainDevices(plan, index + 1)),
    ...spots(plan).flatMap((spot, index) => subMainDevices(plan, spot, index)),
    ...soilStations(plan),
    ...weatherStations(plan),
  ]
}

function mainDevices(plan: FarmPlan, main: number): readonly LayoutDevice[] {
  const names = namesOf(plan)
  const length = lengthOfMain(plan)
  const gatewayAt = (subMain: number) => names.gateway(gatewayOf(plan, { main, subMain }))
  const valves = plan.mainValves.map((at) => {
    const chainageM = at === 'IN' ? 20 : length / 2
    const subMain = at === 'IN' ? 1 : Math.floor(plan.subMains / 2) + 1
    const settings: ValveSettings = {
      travelSec: 40,
      maxRunSec: 24 * 3600,
      mainPipeId: names.main(main),
      chainageM,
    }
    const name = at === 'IN' ? `${main}号干管主控阀` : `${main}号干管中段阀`
    return device(
      'VALVE_MAIN',
      names.mainValve(main, at),
      name,
      gatewayAt(subMain),
      placeOnMain(plan, main, chainageM),
      settings,
    )
  })
  if (!plan.hasMoreGauges) return valves
  const end: GaugeSettings = { place: 'pipe', pipeId: names.main(main), chainageM: length }
  return [
    ...valves,
    device(
      'PRESSURE',
      names.gauge(2 + main),
      `${main}号主管末端压力表`,
      gatewayAt(plan.subMains),
      placeOnMain(plan, main, length),
      end,
    ),
  ]
}

function subMainDevices(plan: FarmPlan, spot: Spot, index: number): readonly LayoutDevice[] {
  const names = namesOf(plan)
  const { main, subMain } = spot
  const gatewayId = names.gateway(gatewayOf(plan, spot))
  const firstGauge = 2 + (plan.hasMoreGauges ? plan.mains.length + 1 : 0)
  const gauge: GaugeSettings = { place: 'pipe', pipeId: names.subMain(spot), chainageM: GAUGE_AT }
  const valves = Array.from({ length: plan.nodes }, (_, nodeIndex) => {
    const node = nodeIndex + 1
    const settings: ValveSettings = {
      angles: { closed: 0, a: 90, b: 270, both: 180, tolerance: 4 },
      defaultAngle: 0,
      // Between 15 and 40 s, each valve its own.
      travelSec: 15 + ((index * 7 + node * 11) % 26),
      designFlowA: BLOCK_FLOW,
      designFlowB: BLOCK_FLOW,
      maxRunSec: MAX_RUN_SEC,
      batteryFloor: 3.4,
    }
    return device(
      'VALVE_TWB',
      names.valve(spot, node),
      `${main}-${subMain}-${node}三通球阀`,
      gatewayId,
      placeOnSubMain(plan, main, subMain, chainageOfNode(node)),
      settings,
      names.node(spot, node),
    )
  })
  return [
    ...valves,
    device(
      'PRESSURE',
      names.gauge(firstGauge + index),
      `${main}-${subMain}分干管压力表`,
      gatewayId,
      placeOnSubMain(plan, main, subMain, GAUGE_AT),
      gauge,
    ),
  ]
}

/** A gateway's stations stand spread over the half-blocks of its sub-mains, in turn on the A and the B side. */
function soilStations(plan: FarmPlan): readonly LayoutDevice[] {
  const names = namesOf(plan)
  const { soilStationsOfGateway: each, subMainsOfGateway, nodes } = plan
  const all = spots(plan)
  const gateways = Math.ceil(all.length / subMainsOfGateway)
  return Array.from({ length: gateways * each }, (_, index) => {
    const gateway = Math.floor(index / each)
    const own = index % each
    const spot = all[
      Math.min(all.length - 1, gateway * subMainsOfGateway + (own % subMainsOfGateway))
    ] as Spot
    const node = Math.min(nodes, 2 + Math.floor((own * nodes) / each))
    const side = own % 2 === 0 ? 'A' : 'B'
    const { x, y } = placeOnSubMain(plan, spot.main, spot.subMain, chainageOfNode(node))
    const settings: SoilSettings = {
      ...(plan.hasBlocks && { blockId: names.block(spot, node, side) }),
      depths: [20, 40, 60],
      ...SOIL,
    }
    const place = { x: x + ((side === 'A' ? -1 : 1) * BLOCK_WIDTH) / 2, y: y + 8 }
    return device(
      'SOIL',
      names.soil(index + 1),
      `${index + 1}号墒情站`,
      names.gateway(gateway + 1),
      place,
      settings,
    )
  })
}

/** One west and one east of the middle. */
function weatherStations(plan: FarmPlan): readonly LayoutDevice[] {
  const names = namesOf(plan)
  const first = spots(plan)[0] as Spot
  return Array.from({ length: plan.weatherStations }, (_, index) => {
    const subMain = index === 0 ? 1 : plan.subMains
    const { x } = placeOnSubMain(plan, first.main, subMain, lengthOfSubMain(plan))
    return device(
      'WEATHER',
      names.weather(index + 1),
      `${index + 1}号气象站`,
      names.gateway(gatewayOf(plan, { main: 1, subMain })),
      { x: x + 40, y: plan.centre.y + 4 },
      {},
    )
  })
}
