import { directionOf } from '../command/angles'
import { type DeviceNow, isFresh } from '../command/feedback'
import { DIRECTION, type ValveSettings } from '../kinds'
import type { Network, Outlet } from './network'

/** Below this opening in %, a main control valve that moves may be about to close. */
const MOVING_MAIN_OPEN = 10
/** What is less open than this, in %, is no way for a pump's water, nor is it closed: no gauge of an opening is more exact. */
export const LEAST_OPENING = 5

/** An outlet by how far it is open: what it takes of its design flow. */
export interface OpenOutlet extends Outlet {
  /** 0–1; `designFlow` is that share of the outlet's own. */
  readonly opening: number
}

const fullOf = new WeakMap<Outlet, OpenOutlet>()
/** An outlet as it is when a valve is open by so many %. */
export function openedBy(outlet: Outlet, gatage = 100): OpenOutlet {
  const opening = Math.min(100, Math.max(0, gatage)) / 100
  if (opening < 1) return { ...outlet, opening, designFlow: outlet.designFlow * opening }
  const known = fullOf.get(outlet) ?? { ...outlet, opening }
  fullOf.set(outlet, known)
  return known
}

export const isSameOutlet = (one: Outlet, other: Outlet): boolean =>
  one.valveId === other.valveId && one.side === other.side

/** Whether water leaves by a side of a valve that stands in a direction. */
export const letsOut = (direction: number, side: number): boolean =>
  direction === side || direction === DIRECTION.both

/**
 * `DIRECTION` in which a three-way valve stands by its own word, null when that cannot be known: it moves, stands between two
 * places, says two things at once, or says "closed" though its table has no closed place (`design/field.md §3.1`).
 */
export function reportedDirection(valve: DeviceNow): number | null {
  const { dir, gat, ang, mov } = valve.reported
  const { angles } = valve.settings as ValveSettings
  if (mov === 1) return null
  const reportedSide = gat === 0 ? DIRECTION.none : (dir ?? null)
  if (!angles) return reportedSide
  const stands = ang === undefined ? reportedSide : directionOf(angles, ang)
  if (stands === null || (reportedSide !== null && reportedSide !== stands)) return null
  return stands === DIRECTION.none && angles.closed === undefined ? null : stands
}

/** What is known of one outlet: `unknown` is neither open nor closed, and every rule assumes the worse of the two. */
export type OutletState = 'open' | 'closed' | 'unknown'

export function outletState(
  outlet: Outlet,
  valve: DeviceNow | undefined,
  now: number,
  staleIntervals: number,
): OutletState {
  if (!valve || !isFresh(valve, now, staleIntervals)) return 'unknown'
  const direction = reportedDirection(valve)
  if (direction === null) return 'unknown'
  if (!letsOut(direction, outlet.side)) return 'closed'
  return (valve.reported.gat ?? 100) < LEAST_OPENING ? 'unknown' : 'open'
}

/** Whether a main control valve lets water through by its own fresh word. */
export function isMainValveOpen(valve: DeviceNow | undefined, now: number, staleIntervals: number): boolean {
  if (!valve || !isFresh(valve, now, staleIntervals)) return false
  const opening = valve.reported.gat ?? (valve.reported.dir ? 100 : 0)
  return opening >= (valve.reported.mov === 1 ? MOVING_MAIN_OPEN : LEAST_OPENING)
}

/** Vertices that water from the station reaches through main control valves that let it pass. */
export function reachable(network: Network, passes: (mainValveId: string) => boolean): Uint8Array {
  const reached = new Uint8Array(network.vertices)
  reached[0] = 1
  for (const { from, to, valveId } of network.segments)
    if (reached[from] && (valveId === null || passes(valveId))) reached[to] = 1
  return reached
}
