import { buildNetwork, type Network } from '@runtime/field/hydraulics/network'
import type { FarmLayout } from '@runtime/field/layout'
import { heightOf, toMetres } from '../farm/grid'
import { commonHead, shutOffHead } from './pump'
import { clamp, lagShare } from './units'

/** m³/h of a fully open outlet at 10 m of head. */
const OUTLET_FLOW = 40.9
const OUTLET_HEAD = 10
/** Head lost in a half-block's lateral at that flow, in m. */
const LATERAL_LOSS = 3
/** Head lost in clean filters at 818 m³/h, in m. */
const FILTER_LOSS = 6
const FILTER_FLOW = 818
/** Pipe from the head works to where a main begins, in m. */
const RISER = 620
/** Head lost in an open main control valve at 410 m³/h, in m, and how its passage grows with its opening. */
const VALVE_LOSS = 1.9
const VALVE_FLOW = 410
const VALVE_RANGE = 30
/** Seconds. */
const FLOW_LAG = 6
const PRESSURE_LAG = 1.5
/** Outlets that close within that many seconds make the water strike. */
const HAMMER_OUTLETS = 5
const HAMMER_WINDOW = 2
/** 0.08 MPa in m. */
const HAMMER_HEAD = 8.17
/** m³/h that leave a burst sub-main at 10 m of head: takes about two fifths of the pressure there. */
export const BURST_FLOW = 200
/** Where a pipe bursts, in m from its start. */
const BURST_AT = 150
const STEADY = 1e-3
const ROUNDS = 40

/** What acts on the water. */
export interface Controls {
  /** Of each pump that turns, in Hz. */
  readonly pumpHz: readonly number[]
  /** Of an outlet, 0–1, in the order of `network.outlets`. */
  readonly opening: Float64Array
  /** Of a main control valve, 0–1. */
  readonly mainOpening: (valveId: string) => number
  /** A hole in a pipe: m³/h that leave at 10 m of head. */
  readonly leaks: ReadonlyMap<string, number>
  /** 1 for clean filters; more when they clog. */
  readonly clogging: number
}

/** Heads in m of water above the ground, flows in m³/h. */
export interface Water {
  readonly network: Network
  /** At the pumps' outlet. */
  pumpHead(): number
  /** Behind the filters. */
  stationHead(): number
  filterLoss(): number
  totalFlow(): number
  headAt(vertex: number): number
  outletFlow(outlet: number): number
  /** Into a pipe at its start. */
  pipeFlow(pipeId: string): number
  /** The vertex nearest to a place along a pipe. */
  vertexAt(pipeId: string, chainageM: number): number
  /** Lets `dt` seconds pass. */
  step(dt: number, controls: Controls): void
}

/** Friction in a plastic pipe: m of head from m, m³/h and mm (`design/field.md §4.1`). */
export const frictionLoss = (lengthM: number, flow: number, innerDmm: number): number =>
  (94_800 * lengthM * flow ** 1.77) / innerDmm ** 4.77

/** Loss of a main control valve in m; endless when it is shut. */
function valveLoss(flow: number, opening: number): number {
  if (opening < 0.01) return Number.POSITIVE_INFINITY
  const passage = VALVE_RANGE ** (opening - 1)
  return VALVE_LOSS * (flow / VALVE_FLOW / passage) ** 2
}

const filterLossOf = (flow: number, clogging: number) => FILTER_LOSS * clogging * (flow / FILTER_FLOW) ** 2

/** Drops of water leave the network at outlets and at holes alike. */
interface Draw {
  readonly vertex: number
  readonly isHole: boolean
  /** m³/h at 10 m. */
  capacity: number
  /** Where the water is going to, and where it is by its inertia. */
  target: number
  flow: number
}

/** The water in a farm's pipes: quasi-static in the pipes, with a lag of six seconds in the flows. */
export function createWater(layout: FarmLayout): Water {
  const network = buildNetwork(layout)
  const heights = heightsOf(layout, network)
  const places = placesOf(network)
  const draws: Draw[] = network.outlets.map(({ vertex }) => ({
    vertex,
    isHole: false,
    capacity: 0,
    target: 0,
    flow: 0,
  }))
  const holes = new Map<string, Draw>()
  const losses = new Float64Array(network.vertices)
  const passing = new Float64Array(network.vertices)
  const heads = new Float64Array(network.vertices)
  const closings: number[] = []
  let now = 0
  let surge = 0
  let pumpHead = 0
  let filterLoss = 0
  let flow = 0

  const all = () => [...draws, ...holes.values()]

  /** Losses from the pumps' shut-off head to every vertex, at the flows that `of` names. */
  function lose(of: 'target' | 'flow', { pumpHz, mainOpening, clogging }: Controls): number {
    passing.fill(0)
    for (const draw of all()) passing[draw.vertex] = (passing[draw.vertex] ?? 0) + draw[of]
    for (let index = network.segments.length - 1; index >= 0; index--) {
      const segment = network.segments[index]
      if (segment) passing[segment.from] = (passing[segment.from] ?? 0) + (passing[segment.to] ?? 0)
    }
    const total = passing[0] ?? 0
    const most = Math.max(0, ...pumpHz.map(shutOffHead))
    losses[0] = most - commonHead(total, pumpHz) + filterLossOf(total, clogging)
    for (const { from, to, lengthM, innerDmm, valveId } of network.segments) {
      const through = passing[to] ?? 0
      const length = from === 0 && valveId === null ? lengthM + RISER : lengthM
      const own =
        valveId === null ? frictionLoss(length, through, innerDmm) : valveLoss(through, mainOpening(valveId))
      losses[to] = (losses[from] ?? 0) + own
    }
    return total
  }

  /** Flows at which what is lost is what the pumps give: scaled towards it until they stand still. */
  function settle(controls: Controls): void {
    const most = Math.max(0, ...controls.pumpHz.map(shutOffHead))
    for (const draw of all())
      draw.target = draw.capacity > 0 && most > 0 ? Math.max(draw.target, draw.capacity * 0.3) : 0
    if (most === 0) return
    for (let round = 0; round < ROUNDS; round++) {
      lose('target', controls)
      let change = 0
      for (const draw of all()) {
        if (draw.target === 0) continue
        const loss = losses[draw.vertex] ?? 0
        const given = most - (heights[draw.vertex] ?? 0)
        const needed =
          loss +
          (draw.isHole ? 0 : LATERAL_LOSS * (draw.target / OUTLET_FLOW) ** 2) +
          OUTLET_HEAD * (draw.target / draw.capacity) ** 2
        const factor = Number.isFinite(needed) && given > 0 ? clamp(Math.sqrt(given / needed), 0.5, 2) : 0
        draw.target *= factor
        change = Math.max(change, Math.abs(factor - 1))
      }
      if (change < STEADY) return
    }
  }

  function open({ opening, leaks }: Controls): void {
    for (const [index, draw] of draws.entries()) {
      const capacity = OUTLET_FLOW * (opening[index] ?? 0)
      if (capacity < 0.02 * OUTLET_FLOW && draw.capacity >= 0.02 * OUTLET_FLOW && draw.flow > 1)
        closings.push(now)
      draw.capacity = capacity
    }
    for (const [pipeId, capacity] of leaks) {
      const hole = holes.get(pipeId) ?? {
        vertex: vertexAt(pipeId, BURST_AT),
        isHole: true,
        capacity: 0,
        target: 0,
        flow: 0,
      }
      hole.capacity = capacity
      holes.set(pipeId, hole)
    }
    for (const [pipeId, hole] of holes) if (!leaks.has(pipeId)) hole.capacity = 0
  }

  function vertexAt(pipeId: string, chainageM: number): number {
    const own = places.get(pipeId) ?? []
    const nearest = own.reduce<(typeof own)[number] | undefined>(
      (best, place) =>
        !best || Math.abs(place.at - chainageM) < Math.abs(best.at - chainageM) ? place : best,
      undefined,
    )
    return nearest?.vertex ?? 0
  }

  /** Many outlets that close at once throw the moving water against the pumps. */
  function strike(dt: number, isPumping: boolean): void {
    while (closings[0] !== undefined && closings[0] <= now - HAMMER_WINDOW) closings.shift()
    if (isPumping && closings.length > HAMMER_OUTLETS) surge = HAMMER_HEAD
    else surge *= Math.exp(-dt / PRESSURE_LAG)
    if (surge < 0.01) surge = 0
  }

  return {
    network,
    vertexAt,
    pumpHead: () => pumpHead + surge,
    stationHead: () => Math.max(0, pumpHead - filterLoss) + surge,
    filterLoss: () => filterLoss,
    totalFlow: () => flow,
    headAt: (vertex) => heads[vertex] ?? 0,
    outletFlow: (outlet) => draws[outlet]?.flow ?? 0,
    pipeFlow: (pipeId) => passing[places.get(pipeId)?.[1]?.vertex ?? 0] ?? 0,
    step(dt, controls) {
      now += dt
      open(controls)
      settle(controls)
      const share = lagShare(dt, FLOW_LAG)
      for (const draw of all()) {
        draw.flow += (draw.target - draw.flow) * share
        if (draw.flow < 0.01) draw.flow = 0
      }
      flow = lose('flow', controls)
      filterLoss = filterLossOf(flow, controls.clogging)
      const given = commonHead(flow, controls.pumpHz)
      pumpHead += (given - pumpHead) * lagShare(dt, PRESSURE_LAG)
      if (pumpHead < 0.01) pumpHead = 0
      strike(dt, controls.pumpHz.length > 0)
      for (let vertex = 0; vertex < heads.length; vertex++) {
        const lost = (losses[vertex] ?? 0) - (losses[0] ?? 0)
        const head = Number.isFinite(lost) ? pumpHead - filterLoss - lost - (heights[vertex] ?? 0) : 0
        heads[vertex] = pumpHead > 0 ? Math.max(0, head) + (Number.isFinite(lost) ? surge : 0) : 0
      }
    },
  }
}

type PlaceOnPipe = { readonly vertex: number; readonly at: number }

/** Vertices of each pipe in the order of the water, with their metres from its start. */
function placesOf(network: Network): ReadonlyMap<string, readonly PlaceOnPipe[]> {
  const places = new Map<string, PlaceOnPipe[]>()
  for (const { pipeId, from, to, lengthM } of network.segments) {
    const own = places.get(pipeId) ?? [{ vertex: from, at: 0 }]
    own.push({ vertex: to, at: (own.at(-1)?.at ?? 0) + lengthM })
    places.set(pipeId, own)
  }
  return places
}

/** Metres of each vertex above the head works. */
function heightsOf({ pipes, devices }: FarmLayout, network: Network): Float64Array {
  const heights = new Float64Array(network.vertices)
  const station = devices.find(({ kind }) => kind === 'PUMP')
  const base = station ? heightOf(toMetres(station).y) : 0
  const byId = new Map(pipes.map((pipe) => [pipe.id, pipe]))
  for (const [pipeId, own] of placesOf(network)) {
    const pipe = byId.get(pipeId)
    if (!pipe) continue
    const start = toMetres({ longitude: pipe.startLongitude, latitude: pipe.startLatitude }).y
    const end = toMetres({ longitude: pipe.endLongitude, latitude: pipe.endLatitude }).y
    for (const { vertex, at } of own)
      if (vertex !== 0) heights[vertex] = heightOf(start + ((end - start) * at) / (pipe.lengthM || 1)) - base
  }
  return heights
}
