import { DIRECTION, FILTER_STATE, PUMP_STATE, type Reported } from '../kinds'
import { angleOf, standsAt } from './angles'
import type { Command, Target } from './command'
import { isClose } from './intent'

/** How far feedback may be off: % of opening, Hz, MPa, share of an injection rate. */
export const TOLERANCE = { gatage: 5, freq: 0.5, pressure: 0.01, rate: 0.05 } as const

type Outcome = Pick<Command, 'target' | 'angles'> & Partial<Pick<Command, 'state'>>

/** Whether feedback says that the target is reached and nothing moves any more. */
export function meets(reported: Partial<Reported>, { target, angles, state }: Outcome): boolean {
  switch (target.op) {
    case 'valve.set':
      return reported.mov !== 1 && valveMeets(reported, target, angles) && holdsLease(reported, target)
    case 'pump.start':
      return reported.st === PUMP_STATE.running && holdsLease(reported, target)
    case 'pump.stop':
      return reported.st === PUMP_STATE.stopped
    case 'pump.freq':
      return near(reported.freq, target.value, TOLERANCE.freq)
    case 'pump.pressure':
      return near(reported.set, target.value, TOLERANCE.pressure)
    case 'pump.mode':
      return reported.mode !== undefined && reported.mode === target.value
    case 'pump.reset':
      return !reported.fault && reported.st !== undefined && reported.st !== PUMP_STATE.fault
    case 'fert.start':
      return reported.st === 1 && ratesMeet(reported.rates, target.rates)
    case 'fert.stop':
      return reported.st === 0
    case 'filter.backwash':
      // Filters that filter have either been washed or not begun: the device names the command, or it has been seen washing.
      return reported.st === FILTER_STATE.filtering && (reported.cmd !== undefined || state === 'EXECUTING')
    case 'state.get':
      return true
  }
}

/** A device that names no command proves a new lease by the end that it says itself, where it says one. */
const holdsLease = ({ cmd, until }: Partial<Reported>, target: Target): boolean =>
  cmd !== undefined || until == null || target.until === undefined || until >= target.until

/** Whether the device itself says that it cannot go on. */
export const isFaulty = (reported: Partial<Reported>, { target }: Outcome): boolean =>
  target.op !== 'pump.reset' && typeof reported.fault === 'string' && reported.fault !== ''

/** Whether it says that it is on its way. */
export const isMoving = (reported: Partial<Reported>, { target }: Outcome): boolean =>
  reported.mov === 1 ||
  (target.op === 'pump.start' && reported.st === PUMP_STATE.starting) ||
  (target.op === 'pump.stop' && reported.st === PUMP_STATE.stopping) ||
  (target.op === 'filter.backwash' && reported.st === FILTER_STATE.washing)

function near(value: number | undefined, wanted: number | undefined, tolerance: number): boolean {
  return value !== undefined && wanted !== undefined && Math.abs(value - wanted) <= tolerance
}

function ratesMeet(rates: readonly number[] | undefined, wanted: readonly number[] = []): boolean {
  return wanted.every((rate, channel) => near(rates?.[channel], rate, Math.max(1, rate * TOLERANCE.rate)))
}

/**
 * Whether a valve is open as far as wanted (%). One that never says how far knows its places alone: wherever it stands open, it is
 * open in full, and an opening between is never proved.
 */
export const opensAsFar = ({ gat = 100 }: Partial<Reported>, wanted = 100): boolean =>
  near(gat, wanted, TOLERANCE.gatage)

/** A three-way valve is checked by its angle wherever it reports one; the words beside it must not say otherwise. */
function valveMeets(reported: Partial<Reported>, target: Target, angles: Command['angles']): boolean {
  const closes = isClose({ direction: target.direction ?? 0, gatage: target.gatage ?? 100 })
  const direction = closes ? DIRECTION.none : (target.direction ?? DIRECTION.none)
  if (angles) {
    const place = angleOf(angles, direction)
    if (place === null) return false
    if (closes ? (reported.gat ?? 0) > 0 : !opensAsFar(reported, target.gatage)) return false
    if (reported.dir !== undefined && reported.dir !== direction && !(closes && reported.gat === 0))
      return false
    if (reported.ang !== undefined) return standsAt(angles, reported.ang, place)
    return reported.dir === direction
  }
  if (closes) return reported.gat === 0 || (reported.gat === undefined && reported.dir === DIRECTION.none)
  // A main control valve has one way and need not name it; a valve that names one must not name another.
  const isThatWay = reported.dir ? reported.dir === direction : direction === DIRECTION.a
  return isThatWay && near(reported.gat, target.gatage ?? 100, TOLERANCE.gatage)
}
