import type { CommandPayload } from '../topics'
import type { Command } from './command'
import { isClose } from './intent'
import { isTerminal } from './machine'

/** How long leases are, in milliseconds (`design/workspace.md §1`). */
export interface LeaseTimes {
  /** The longest of a valve. */
  readonly valveMs: number
  /** A valve stays open for so long beyond what is left of its run. */
  readonly beyondMs: number
  /** A pump's lease ends so much sooner than those of the valves that its water goes through. */
  readonly marginMs: number
}
export const LEASE_TIMES: LeaseTimes = {
  valveMs: 2 * 3_600_000,
  beyondMs: 10 * 60_000,
  marginMs: 5 * 60_000,
}

/**
 * The end of an actuator's lease after a command to it, in milliseconds since 1970: of a valve the soonest that may be true, of a
 * pump the latest. What is proved is sure; what may have been carried out counts at its worse. Null: none is known.
 */
export function leaseAfter(endsAt: number | null, command: Command): number | null {
  const { target, state } = command
  if (target.op !== 'valve.set' && target.op !== 'pump.start' && target.op !== 'pump.stop') return endsAt
  if (!isTerminal(state)) return endsAt
  const until = target.until ?? null
  const isStop = target.op === 'pump.stop' || (target.op === 'valve.set' && closes(command))
  if (state === 'VERIFIED' || state === 'LATE_VERIFIED') return isStop ? null : until
  const neverWent = state === 'REJECTED' || state === 'CANCELED'
  return isStop || neverWent ? endsAt : worseOf(target.op, endsAt, until)
}

/** The command by which an actuator stands open or runs after a command to it: the last that was proved. Null: none. */
export function standingAfter(before: string | null, command: Command): string | null {
  const { target, state, id } = command
  const { op } = target
  if ((op !== 'valve.set' && op !== 'pump.start' && op !== 'pump.stop') || !isTerminal(state)) return before
  const isStop = op === 'pump.stop' || (op === 'valve.set' && closes(command))
  if (state === 'VERIFIED' || state === 'LATE_VERIFIED') return isStop ? null : id
  // Who has wished it to end does not have it renewed, even where the end is not proved.
  return isStop && state !== 'REJECTED' ? null : before
}

const closes = ({ target: { direction = 0, gatage = 100 } }: Pick<Command, 'target'>): boolean =>
  isClose({ direction, gatage })

/** The worse of two ends: of a valve the sooner, of a pump the later. */
export function worseOf(op: string, one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return op === 'pump.start' ? Math.max(one, other) : Math.min(one, other)
}

/**
 * A lease as the device gets it: its end, and for one without a synchronised clock seconds from receipt. A pump's are counted to
 * the message's expiry, a valve's from its sending: what comes late only shortens a pump's lease and lengthens a valve's.
 */
export function leaseOnWire(
  { op, until }: Command['target'],
  { exp, now }: { readonly exp: number; readonly now: number },
): Pick<CommandPayload, 'until' | 'maxRunS'> {
  if (until === undefined) return {}
  const maxRunS = op === 'pump.start' ? Math.floor((until - exp) / 1000) : Math.ceil((until - now) / 1000)
  return { until, maxRunS: Math.max(0, maxRunS) }
}

/**
 * When a controller ends by itself what a command has begun, by its own clock in milliseconds since 1970; null: the command
 * carries no end. What every controller has to do; the simulated ones do it with this.
 */
export function endOfLease(
  { until, maxRunS }: Pick<CommandPayload, 'until' | 'maxRunS'>,
  receivedAt: number,
  isSynchronised: boolean,
): number | null {
  if (until !== undefined && isSynchronised) return until
  return maxRunS === undefined ? (until ?? null) : receivedAt + maxRunS * 1000
}

/** Whether a lease is to be renewed: half of what is wanted now is over. One of no known end is given an end. */
export const isDue = (endsAt: number | null, wanted: number, now: number): boolean =>
  endsAt === null || endsAt - now < (wanted - now) / 2

/** Whether it is too late to renew it: what is left is needed for ending in order. */
export const isOverdue = (endsAt: number | null, wanted: number, now: number): boolean =>
  endsAt !== null && endsAt - now < (wanted - now) / 4

/** How long after a renewal was asked for it is asked for again: three times before it is too late. */
export const renewalPauseMs = (wanted: number, now: number): number => (wanted - now) / 12
