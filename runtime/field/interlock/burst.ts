import type { Network, Outlet } from '../hydraulics/network'
import { METRES_PER_MPA } from '../hydraulics/solve'
import { type GaugeSettings, QUALITY } from '../kinds'
import type { Limits } from './limits'
import type { Situation } from './situation'
import { freshReading } from './water'

/** A meter that sees more than the open outlets behind it can take at the pressure there. */
export interface Burst {
  /** MPa, the lowest of all gauges. */
  readonly pressure: number
  /** m³/h */
  readonly flow: number
  readonly expected: number
}

/**
 * Looks for water that leaves where no outlet is open (I06): a gauge below `pressureLow`, and a meter above `burstFlowShare` of
 * what is expected. Expected is what the open outlets behind the meter take at the pressure of their own pipe's gauge,
 * q = design · √(h / needed); without a gauge there, their design flow.
 *
 * Against the design flow alone no burst in the field would ever be found: friction and the main control valve hold the water
 * back. On the demo farm (`services/simulator`, group 5, 409 m³/h of design on main 1) a burst of F1-04 takes its gauge from
 * 0.14 to 0.06 MPa, the lowest of all, while the meter of main 1 goes from 420 to 467 m³/h: 114 % of the design, and
 * never more than 120 %, however large the hole. At those pressures its outlets take 314 m³/h, so the meter sees 149 %.
 */
export function findBurst(situation: Situation, limits: Limits, open: readonly Outlet[]): Burst | null {
  const { devices, network, now } = situation
  const lowest = Math.min(Number.POSITIVE_INFINITY, ...pressures(situation, limits))
  if (lowest >= limits.pressureLow) return null
  const gauges = gaugeOfPipe(situation, limits)
  const taken = open.map((outlet) => {
    const pipes = pipesTo(network, outlet.vertex)
    const pressure = gauges.get(pipes[0] ?? '')
    const needed = limits.outletHead + limits.lateralLoss
    const share = pressure === undefined ? 1 : Math.sqrt((pressure * METRES_PER_MPA) / needed)
    return { pipes, flow: outlet.designFlow * share }
  })
  const found = [...devices.values()].flatMap((meter): Burst[] => {
    const flow = meter.kind === 'FLOW' ? freshReading(meter, 'flow', now, limits, STOPS_BY) : null
    if (flow === null) return []
    const { pipeId } = meter.settings as Partial<GaugeSettings>
    const expected = taken
      .filter(({ pipes }) => pipeId === undefined || pipes.length === 0 || pipes.includes(pipeId))
      .reduce((sum, one) => sum + one.flow, 0)
    const isBurst = expected > 0 && flow > limits.burstFlowShare * expected
    return isBurst ? [{ pressure: lowest, flow, expected }] : []
  })
  return found.reduce<Burst | null>(
    (worst, one) => (worst && worst.flow / worst.expected >= one.flow / one.expected ? worst : one),
    null,
  )
}

/** What stops a pump goes by doubtful readings as well: a gauge whose clock or nought is off is no reason not to. */
export const STOPS_BY = QUALITY.UNCERTAIN

/** MPa of all gauges that speak: at the pumps and in the field. */
export function pressures({ devices, now }: Situation, limits: Limits): readonly number[] {
  return [...devices.values()].flatMap((device) =>
    device.kind === 'PRESSURE' || device.kind === 'PUMP'
      ? (freshReading(device, 'pres', now, limits, STOPS_BY) ?? [])
      : [],
  )
}

/** MPa by pipe, the highest of its gauges: what is expected is rather too much than too little. */
function gaugeOfPipe({ devices, now }: Situation, limits: Limits): ReadonlyMap<string, number> {
  const gauges = new Map<string, number>()
  for (const device of devices.values()) {
    const { pipeId } = device.settings as Partial<GaugeSettings>
    if (device.kind !== 'PRESSURE' || pipeId === undefined) continue
    const pressure = freshReading(device, 'pres', now, limits, STOPS_BY)
    if (pressure !== null) gauges.set(pipeId, Math.max(pressure, gauges.get(pipeId) ?? 0))
  }
  return gauges
}

const feedingOf = new WeakMap<Network, ReadonlyMap<number, Network['segments'][number]>>()

/** The pipes that water passes on its way to a vertex, the last one first; none at the station itself. */
function pipesTo(network: Network, vertex: number): readonly string[] {
  const feeding = feedingOf.get(network) ?? new Map(network.segments.map((segment) => [segment.to, segment]))
  feedingOf.set(network, feeding)
  const pipes: string[] = []
  for (let segment = feeding.get(vertex); segment; segment = feeding.get(segment.from))
    if (pipes.at(-1) !== segment.pipeId) pipes.push(segment.pipeId)
  return pipes
}
