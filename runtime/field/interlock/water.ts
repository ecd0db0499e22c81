import { type DeviceNow, isFresh, type Reading } from '../command/feedback'
import { isClose } from '../command/intent'
import type { Network, Outlet } from '../hydraulics/network'
import {
  isMainValveOpen,
  LEAST_OPENING,
  letsOut,
  type OpenOutlet,
  type OutletState,
  openedBy,
  outletState,
  reachable,
} from '../hydraulics/valve'
import { PUMP_STATE, type PumpSettings, QUALITY } from '../kinds'
import type { Limits } from './limits'
import type { Pending, Situation } from './situation'

/** Where the water can go now, and by how much of it, by fresh feedback; what is under way counts at its worst. */
export interface Water {
  /** Verified open, reached from the station through open main valves, and not about to be closed; by as much as is sure. */
  readonly open: readonly OpenOutlet[]
  /** May take water: verified open, about to open, or unknown and last seen open; as much as it may be. */
  readonly perhapsOpen: readonly OpenOutlet[]
  /** Vertices of the network that water reaches through open main valves. */
  readonly reached: Uint8Array
  stateOf(outlet: Outlet): OutletState
}

/**
 * A command is under way that the valve has not named as its last: it moves, or will, and an older one that was taken back may
 * still reach it before. Only a valve that names the newest command, or whose standing is renewed, stays where it says it is.
 */
const isUnsettled = (pending: Pending | undefined, valve: DeviceNow | undefined): boolean =>
  pending?.op === 'valve.set' && !pending.isRenewal && valve?.reported.cmd !== pending.id
const closesBy = (pending: Pending | undefined, side: number): boolean =>
  pending?.op === 'valve.set' && !opensBy(pending, side)
const closesMain = (pending: Pending | undefined): boolean =>
  pending?.op === 'valve.set' &&
  (isClose({ direction: pending.direction ?? 1, gatage: pending.gatage ?? 100 }) ||
    (pending.gatage ?? 100) < LEAST_OPENING)
const opensBy = (pending: Pending | undefined, side: number): boolean =>
  pending?.op === 'valve.set' && pending.gatage !== 0 && letsOut(pending.direction ?? 0, side)

const NONE: ReadonlySet<string> = new Set()

/** Looks at the water as if the valves of `without` let nothing through. */
export function waterOf(situation: Situation, limits: Limits, without: ReadonlySet<string> = NONE): Water {
  const { network, devices, pending, now } = situation
  const stateOf = (outlet: Outlet) =>
    outletState(outlet, devices.get(outlet.valveId), now, limits.staleIntervals)
  const reached = reachable(
    network,
    (id) =>
      !without.has(id) &&
      !isUnsettled(pending.get(id), devices.get(id)) &&
      !closesMain(pending.get(id)) &&
      isMainValveOpen(devices.get(id), now, limits.staleIntervals),
  )
  const open = network.outlets
    .filter(
      (outlet) =>
        reached[outlet.vertex] === 1 &&
        !without.has(outlet.valveId) &&
        !isUnsettled(pending.get(outlet.valveId), devices.get(outlet.valveId)) &&
        !closesBy(pending.get(outlet.valveId), outlet.side) &&
        stateOf(outlet) === 'open',
    )
    .map((outlet) => {
      const under = pending.get(outlet.valveId)
      const requested = under?.op === 'valve.set' ? (under.gatage ?? 100) : 100
      return openedBy(outlet, Math.min(requested, gatageOf(devices.get(outlet.valveId))))
    })
    .filter(({ opening }) => opening * 100 >= LEAST_OPENING)
  const perhapsOpen = network.outlets.flatMap((outlet): readonly OpenOutlet[] => {
    const [state, under, valve] = [stateOf(outlet), pending.get(outlet.valveId), devices.get(outlet.valveId)]
    const requested = opensBy(under, outlet.side) ? (under?.gatage ?? 100) : 0
    const isNow = state === 'open' || (state === 'unknown' && wasOpen(valve, outlet.side))
    const most = Math.max(requested, isNow ? gatageOf(valve) : 0)
    return most > 0 ? [openedBy(outlet, most)] : []
  })
  return { open, perhapsOpen, reached, stateOf }
}

/** % of a valve that is open; one that never says how far is open in full. */
const gatageOf = (valve: DeviceNow | undefined): number => valve?.reported.gat ?? 100

function wasOpen(valve: DeviceNow | undefined, side: number): boolean {
  return valve?.reported.dir !== undefined && valve.reported.gat !== 0 && letsOut(valve.reported.dir, side)
}

/** The same by feedback alone, whatever is under way: what a running pump is watched by. */
export const seenWater = (situation: Situation, limits: Limits): Water =>
  waterOf({ ...situation, pending: new Map() }, limits)

/** Where a running pump's water is believed to go: by feedback, and while a server settles by what was last heard. */
export function believedOpen(situation: Situation, limits: Limits): readonly OpenOutlet[] {
  const { open, perhapsOpen } = seenWater(situation, limits)
  return situation.isSettling ? perhapsOpen : open
}

export const flowOf = (outlets: readonly Outlet[]): number =>
  outlets.reduce((sum, outlet) => sum + outlet.designFlow, 0)

export const ratedOf = (pump: DeviceNow | undefined): number =>
  (pump?.settings as Partial<PumpSettings> | undefined)?.ratedM3h ?? 0

/** Its last word is that it turns: it starts, runs, or has not yet come to rest. */
export const runs = (pump: DeviceNow | undefined): boolean =>
  pump?.reported.st === PUMP_STATE.starting ||
  pump?.reported.st === PUMP_STATE.running ||
  pump?.reported.st === PUMP_STATE.stopping

/** It runs, or is about to. */
export const mayRun = (situation: Situation, id: string): boolean =>
  runs(situation.devices.get(id)) || situation.pending.get(id)?.op === 'pump.start'

/** The same, or it has been told to stop and has not said that it stands: a start may still reach it before the stop does. */
export const pumpsThatMayRun = (situation: Situation): readonly string[] =>
  situation.network.pumps.filter(
    (id) => mayRun(situation, id) || situation.pending.get(id)?.op === 'pump.stop',
  )

/**
 * A fresh, trustworthy reading; null where there is none. One that cannot be believed is left out: the newest before it counts
 * while it is fresh, so that a sensor that errs now and then is watched all the same.
 *
 * @param worst the worst `QUALITY` that a rule goes by: GOOD, but for rules that stop what may be harmful
 */
export function freshReading(
  device: DeviceNow,
  metric: string,
  now: number,
  limits: Limits,
  worst: number = QUALITY.GOOD,
): number | null {
  const newest = device.readings[metric]
  if (!newest || newest.quality === QUALITY.STALE || !device.isOnline) return null
  const reading = newest.quality <= worst ? newest : newest.good
  if (!reading) return null
  const isOld =
    now - reading.at > limits.staleIntervals * Math.max(device.uplinkEverySec, MIN_INTERVAL_SEC) * 1000
  return isOld ? null : reading.value
}

/** The newest reading that was GOOD when it came, however old: what a counter or a battery said last. Null: there is none. */
export function goodReading(device: DeviceNow, metric: string): Pick<Reading, 'value' | 'at'> | null {
  const reading = device.readings[metric]
  return reading?.good ?? (reading?.quality === QUALITY.GOOD ? reading : null)
}
/** Gauges that report every few seconds may miss some. */
const MIN_INTERVAL_SEC = 15

/** m³/h of the meter that sees the most; null: none speaks. `worst` as of `freshReading`. */
export function measuredFlow({ devices, now }: Situation, limits: Limits, worst?: number): number | null {
  const flows = [...devices.values()].flatMap((device) =>
    device.kind === 'FLOW' ? (freshReading(device, 'flow', now, limits, worst) ?? []) : [],
  )
  return flows.length > 0 ? Math.max(...flows) : null
}

export const isFreshDevice = (device: DeviceNow, { now }: Situation, limits: Limits): boolean =>
  isFresh(device, now, limits.staleIntervals)

/** All valves of a network, three-way and main. */
export const valvesOf = (network: Network): readonly string[] => [
  ...network.outletsOfValve.keys(),
  ...network.mainValves,
]
