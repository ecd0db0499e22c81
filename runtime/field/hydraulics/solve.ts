import type { Network, Outlet } from './network'

/** Loss of head in a plastic pipe: h_f = 94,800 · L · Q^1.77 / d^4.77 (m, m³/h, mm; `design/field.md §4.1`). */
export function headLoss(lengthM: number, flow: number, innerDmm: number): number {
  return flow <= 0 ? 0 : (94_800 * lengthM * flow ** 1.77) / innerDmm ** 4.77
}

/** m/s of a flow in m³/h through a bore in mm. */
export const velocity = (flow: number, innerDmm: number): number =>
  flow / 3600 / ((Math.PI / 4) * (innerDmm / 1000) ** 2)

/** Metres of water that 1 MPa lifts. */
export const METRES_PER_MPA = 101.97
const SHUT_HEAD = 52
const CURVE = 4e-5
const NOMINAL_HZ = 50

/** Head in m of a pump that gives a flow in m³/h at a frequency in Hz: 52 − 4·10⁻⁵·Q², scaled by (f/50)² (`design/field.md §4.2`). */
export function pumpHead(flow: number, freq = NOMINAL_HZ): number {
  const speed = freq / NOMINAL_HZ
  return Math.max(0, (SHUT_HEAD - CURVE * (speed > 0 ? flow / speed : 0) ** 2) * speed ** 2)
}

/** What drives the water: pumps side by side at one speed, held to a pressure where one is set. */
export interface Station {
  readonly pumps: number
  readonly freq?: number
  /** m of head that the pressure control holds. */
  readonly setHead?: number
  /** m lost in the filters. */
  readonly filterLoss: number
}

/** Head in m behind the filters, by the flow in m³/h. */
export function stationHead({ pumps, freq, setHead, filterLoss }: Station, flow: number): number {
  if (pumps === 0) return 0
  const head = pumpHead(flow / pumps, freq)
  return Math.max(0, Math.min(head, setHead ?? head) - filterLoss)
}

/** The state of the water: flows in m³/h by segment (as in `network.segments`), heads in m by vertex. */
export interface Solution {
  readonly flow: number
  readonly segmentFlows: Float64Array
  readonly heads: Float64Array
  /** m³/h by outlet, in the order in which the outlets were given. */
  readonly outletFlows: readonly number[]
  /** Least head in m at an open outlet, after its lateral; 0 when none is open. */
  readonly minHead: number
  readonly maxVelocity: number
  /** Where it flows fastest. */
  readonly fastestPipeId: string | null
}

/** What outlets take: each its design flow, or what the head lets through (q = design · √(h / 10 m)). */
export interface Demand {
  readonly lateralLoss: number
  readonly byHead: boolean
  /** Head in m at which an outlet gives its design flow. */
  readonly designHead: number
}

const ROUNDS = 60
const CLOSE_ENOUGH = 1e-4
const DAMPING = 0.5

/** Carries flows up the tree and heads down it. */
function carry(network: Network, open: readonly Outlet[], outletFlows: readonly number[], station: Station) {
  const below = new Float64Array(network.vertices)
  const segmentFlows = new Float64Array(network.segments.length)
  const heads = new Float64Array(network.vertices)
  open.forEach((outlet, index) => {
    below[outlet.vertex] = (below[outlet.vertex] ?? 0) + (outletFlows[index] ?? 0)
  })
  for (let index = network.segments.length - 1; index >= 0; index--) {
    const segment = network.segments[index]
    if (!segment) continue
    const flow = below[segment.to] ?? 0
    segmentFlows[index] = flow
    below[segment.from] = (below[segment.from] ?? 0) + flow
  }
  heads[0] = stationHead(station, below[0] ?? 0)
  network.segments.forEach(({ from, to, lengthM, innerDmm }, index) => {
    heads[to] = Math.max(0, (heads[from] ?? 0) - headLoss(lengthM, segmentFlows[index] ?? 0, innerDmm))
  })
  return { segmentFlows, heads, flow: below[0] ?? 0 }
}

/** Solves the quasi-static tree for a set of open outlets: damped rounds until no outlet's flow changes by 0.01 %. */
export function solve(network: Network, open: readonly Outlet[], station: Station, demand: Demand): Solution {
  let outletFlows = open.map((outlet) => outlet.designFlow)
  let carried = carry(network, open, outletFlows, station)
  const headAt = (outlet: Outlet) => Math.max(0, (carried.heads[outlet.vertex] ?? 0) - demand.lateralLoss)
  for (let round = 0; demand.byHead && round < ROUNDS; round++) {
    let worst = 0
    outletFlows = open.map((outlet, index) => {
      const before = outletFlows[index] ?? 0
      const wanted = outlet.designFlow * Math.sqrt(headAt(outlet) / demand.designHead)
      worst = Math.max(worst, Math.abs(wanted - before) / Math.max(outlet.designFlow, 1))
      return before + DAMPING * (wanted - before)
    })
    carried = carry(network, open, outletFlows, station)
    if (worst < CLOSE_ENOUGH) break
  }
  let maxVelocity = 0
  let fastestPipeId: string | null = null
  network.segments.forEach(({ pipeId, innerDmm }, index) => {
    const speed = velocity(carried.segmentFlows[index] ?? 0, innerDmm)
    if (speed <= maxVelocity) return
    maxVelocity = speed
    fastestPipeId = pipeId
  })
  const minHead = open.length === 0 ? 0 : Math.min(...open.map(headAt))
  return { ...carried, outletFlows, minHead, maxVelocity, fastestPipeId }
}

/** Predicted flow in m³/h of each pipe (at its upstream end) and node, by id: what the map draws beside what is measured. */
export function flowsById(network: Network, open: readonly Outlet[], solution: Solution) {
  const pipes = new Map<string, number>()
  network.segments.forEach(({ pipeId }, index) => {
    pipes.set(pipeId, Math.max(pipes.get(pipeId) ?? 0, solution.segmentFlows[index] ?? 0))
  })
  const nodes = new Map<string, number>()
  open.forEach(({ nodeId }, index) => {
    nodes.set(nodeId, (nodes.get(nodeId) ?? 0) + (solution.outletFlows[index] ?? 0))
  })
  return { pipes, nodes }
}
