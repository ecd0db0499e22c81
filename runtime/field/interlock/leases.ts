import type { DeviceNow } from '../command/feedback'
import { type Intent, isStopping } from '../command/intent'
import { isDue, renewalPauseMs, worseOf } from '../command/lease'
import type { Limits } from './limits'
import type { Situation } from './situation'
import { flowOf, ratedOf, runs, valvesOf, type Water, waterOf } from './water'

/**
 * When a valve closes by itself at the soonest, what is under way counted at its worse; null: no end is known. One that says long
 * after its end that it is open does not keep leases, or was opened by hand.
 */
export function valveEnd(situation: Situation, id: string): number | null {
  const { leases, devices, pending } = situation
  if (!leases) return null
  const valve = devices.get(id)
  const own = leases.endsAt.get(id) ?? null
  const kept = own !== null && isOutlived(own + leases.times.marginMs, valve?.reportedAt) ? null : own
  const soonest = worseOf('valve.set', kept, valve?.reported.until ?? null)
  const under = pending.get(id)
  return under?.op === 'valve.set' ? worseOf('valve.set', soonest, under.until ?? null) : soonest
}

/** When a pump stops by itself at the latest; null: no end is known. One that runs on beyond its lease keeps none. */
export function pumpEnd(situation: Situation, id: string): number | null {
  const { leases, devices, pending } = situation
  if (!leases) return null
  const pump = devices.get(id)
  const own = leases.endsAt.get(id) ?? null
  const kept = own !== null && runs(pump) && isOutlived(own, pump?.reportedAt) ? null : own
  const under = pending.get(id)
  return under?.op === 'pump.start' ? worseOf('pump.start', kept, under.until ?? null) : kept
}

const isOutlived = (end: number, reportedAt: number | null | undefined): boolean => end < (reportedAt ?? 0)

/** The latest end of pumps that may run; null: none of them is known to end. */
export function lastPumpEnd(situation: Situation, pumps: readonly string[]): number | null {
  return pumps.reduce<number | null>((last, id) => worseOf('pump.start', last, pumpEnd(situation, id)), null)
}

/** Valves whose lease may end before that of a pump that runs until then is over by the margin. */
export function endingBefore(situation: Situation, pumpUntil: number | null): ReadonlySet<string> {
  const { leases, network } = situation
  if (!leases || pumpUntil === null) return new Set()
  const least = pumpUntil + leases.times.marginMs
  return new Set(
    valvesOf(network).filter((id) => (valveEnd(situation, id) ?? Number.POSITIVE_INFINITY) < least),
  )
}

/** The water that a pump which runs until then can count on: what stays open for longer than it runs. */
export const lastingWater = (situation: Situation, limits: Limits, pumpUntil: number | null): Water =>
  waterOf(situation, limits, endingBefore(situation, pumpUntil))

/**
 * The longest lease that a pump may have now: what stays open for longer is as much as it needs. Undefined where nothing ends by
 * itself. Where nothing lasts, a moment that has passed.
 */
export function longestPumpLease(situation: Situation, limits: Limits, pumpId: string): number | undefined {
  const { leases, network, now } = situation
  if (!leases) return undefined
  const { valveMs, marginMs } = leases.times
  const cap = now + valveMs - marginMs
  const ends = valvesOf(network)
    .flatMap((id) => valveEnd(situation, id) ?? [])
    .map((end) => end - marginMs)
    .filter((end) => end > now && end < cap)
  const candidates = [...new Set([cap, ...ends])].sort((one, other) => other - one)
  const need = limits.minFlowShare * ratedOf(situation.devices.get(pumpId))
  const isEnough = (until: number) => {
    const { open } = lastingWater(situation, limits, until)
    return open.length > 0 && flowOf(open) >= need
  }
  // The sooner it ends, the more stays open for longer.
  let [from, to] = [0, candidates.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (isEnough(candidates[middle] ?? now)) to = middle
    else from = middle + 1
  }
  return candidates[from] ?? now
}

interface LeaseWish {
  /** Of a valve: until when it is to stay open. */
  readonly standsUntil?: number | undefined
  /** Of a pump: it is to start whether or not its water has a way (risk D). */
  readonly isForced?: boolean
}

/**
 * An opening or a start with the end of its lease, where it names none: a person's valve stays open until the end that was wished,
 * a pump runs for as long as its water has a way, and both for no longer than a lease is.
 */
export function withLease<T extends Intent>(
  intent: T,
  situation: Situation,
  limits: Limits,
  { standsUntil = Number.POSITIVE_INFINITY, isForced = false }: LeaseWish = {},
): T {
  const { leases, now } = situation
  if (!leases || isStopping(intent) || !('deviceId' in intent)) return intent
  if (intent.kind === 'pump.start' && intent.until === undefined) {
    const { valveMs, marginMs } = leases.times
    const longest = isForced ? now + valveMs - marginMs : longestPumpLease(situation, limits, intent.deviceId)
    return { ...intent, until: longest }
  }
  if (intent.kind !== 'valve.set' || intent.until !== undefined) return intent
  return { ...intent, until: Math.min(now + leases.times.valveMs, standsUntil) }
}

/**
 * Whether an intent renews what its device has proved, and nothing else: it names the command that it stands by, so that nothing
 * older can move it, and nothing is under way.
 */
export function isRenewal(situation: Situation, intent: Intent): boolean {
  if ((intent.kind !== 'valve.set' && intent.kind !== 'pump.start') || !intent.renews) return false
  const device = situation.devices.get(intent.deviceId)
  const standing = situation.leases?.standing.get(intent.deviceId)
  if (!standing || situation.pending.has(intent.deviceId)) return false
  const { commandId, target } = standing
  if (device?.reported.cmd !== commandId || target.op !== intent.kind) return false
  return intent.kind === 'pump.start'
    ? runs(device)
    : target.direction === intent.direction && target.gatage === intent.gatage
}

type Renewing = Extract<Intent, { kind: 'valve.set' | 'pump.start' }>

/**
 * What persons have opened and started themselves, and what of it is to be renewed now: a valve for as long as it is to stand, a pump
 * for as long as its water has a way (`design/workspace.md §1`). What a run holds the run renews.
 */
export function singleRenewals(situation: Situation, limits: Limits): readonly Renewing[] {
  const { leases, now, owners, pending, devices } = situation
  if (!leases) return []
  const { valveMs } = leases.times
  return [...leases.standing].flatMap(([deviceId, { runId, target, askedAt }]): readonly Renewing[] => {
    if (runId !== null || owners.has(deviceId) || pending.has(deviceId)) return []
    const isRested = (wanted: number) => askedAt === null || now - askedAt >= renewalPauseMs(wanted, now)
    if (target.op === 'pump.start') {
      const until = runs(devices.get(deviceId)) ? (longestPumpLease(situation, limits, deviceId) ?? now) : now
      const isWanted = until > now && isDue(pumpEnd(situation, deviceId), until, now) && isRested(until)
      return isWanted ? [{ kind: 'pump.start', deviceId, until, renews: true }] : []
    }
    const { direction = 0, gatage = 0, standsUntil = Number.POSITIVE_INFINITY } = target
    const until = Math.min(standsUntil, now + valveMs)
    const isWanted = until > now && isDue(valveEnd(situation, deviceId), until, now) && isRested(until)
    return isWanted && isStillOpen(devices.get(deviceId))
      ? [{ kind: 'valve.set', deviceId, direction, gatage, until, renews: true }]
      : []
  })
}

const isStillOpen = (valve: DeviceNow | undefined): boolean =>
  valve !== undefined && valve.reported.dir !== 0 && valve.reported.gat !== 0
