import type { Intent } from '../command/intent'
import { isDue, isOverdue, renewalPauseMs } from '../command/lease'
import { lastPumpEnd, longestPumpLease, pumpEnd, valveEnd } from '../interlock/leases'
import type { Limits } from '../interlock/limits'
import type { GroupMember, Situation } from '../interlock/situation'
import { mayRun, runs } from '../interlock/water'
import type { ValveSettings } from '../kinds'
import type { Run } from './run'

/** What of a run's leases is to be done now. */
export interface Renewal {
  readonly run: Run
  readonly intents: readonly Intent[]
  /** Valves whose new lease is not proved yet. */
  readonly due: readonly string[]
  /** Whose lease was not renewed in time; null: all are. */
  readonly refusedBy: string | null
}

/** Milliseconds that are left of a run's turns. */
function leftOf({ turns, turn, phase, wateredSince }: Run, now: number): number {
  if (phase === 'stoppingPumps' || phase === 'closing') return 0
  const all = turns.slice(turn).reduce((sum, { end }) => sum + end.minutes * 60_000, 0)
  const had = phase === 'watering' && wateredSince !== null ? now - wateredSince : 0
  return Math.max(0, all - had)
}

/**
 * Until when a run opens a valve now (`design/workspace.md §1`): as long as what is left, and never for less than its pumps may run
 * on, as they do where a turn was ended before its time. Undefined where nothing ends by itself.
 */
export function valveUntil(run: Run, valveId: string, situation: Situation): number | undefined {
  const { leases, now, devices } = situation
  if (!leases) return undefined
  const { valveMs, beyondMs, marginMs } = leases.times
  const { maxRunSec = Number.POSITIVE_INFINITY } = (devices.get(valveId)?.settings ?? {}) as ValveSettings
  const pumps = (lastPumpEnd(situation, run.pumpIds) ?? now) + marginMs - now
  return now + Math.min(Math.max(leftOf(run, now) + beyondMs, pumps), valveMs, maxRunSec * 1000)
}

/** Until when it starts a pump: for less than any valve that it holds open stays so, and than the way to them. */
export function pumpUntil(
  run: Run,
  held: readonly GroupMember[],
  pumpId: string,
  situation: Situation,
  limits: Limits,
): number | undefined {
  const { leases } = situation
  if (!leases) return undefined
  const ends = held.flatMap(({ valveId }) => [
    valveUntil(run, valveId, situation) ?? [],
    valveEnd(situation, valveId) ?? [],
  ])
  const longest = longestPumpLease(situation, limits, pumpId) ?? situation.now
  return Math.min(longest, ...ends.flat().map((end) => end - leases.times.marginMs))
}

/**
 * Renews leases of which half is over: of the valves that a run holds open first, and once each of them has proved it, of its
 * pumps. What is not proved by the time that ending in order needs has been refused.
 */
export function renew(run: Run, held: readonly GroupMember[], situation: Situation, limits: Limits): Renewal {
  const { leases, now } = situation
  if (!leases || held.length === 0) return { run, intents: [], due: [], refusedBy: null }
  const valves = held.map((member) => ({
    ...member,
    ends: valveEnd(situation, member.valveId),
    wanted: valveUntil(run, member.valveId, situation) ?? now,
  }))
  const due = valves.filter(({ ends, wanted }) => isDue(ends, wanted, now))
  const late = valves.find(
    ({ valveId, ends, wanted }) => isOverdue(ends, wanted, now) && wasAsked(run, valveId, ends, wanted, now),
  )
  const shortest = Math.min(...valves.map(({ wanted }) => wanted))
  const wantedPump = shortest - leases.times.marginMs
  // One that stands has none to renew: what is known of its last lease may be long over.
  const latePump = run.pumpIds.find(
    (id) => mayRun(situation, id) && isOverdue(pumpEnd(situation, id), wantedPump, now),
  )
  const intents: Intent[] =
    due.length > 0
      ? due.map(({ valveId: deviceId, direction, gatage, wanted: until }) => ({
          ...{ kind: 'valve.set', deviceId, direction, gatage, until, renews: true, runId: run.id },
        }))
      : run.pumpIds.flatMap((deviceId): Intent[] => {
          const until = pumpUntil(run, held, deviceId, situation, limits) ?? now
          const isWanted =
            runs(situation.devices.get(deviceId)) && isDue(pumpEnd(situation, deviceId), until, now)
          return isWanted ? [{ kind: 'pump.start', deviceId, until, renews: true, runId: run.id }] : []
        })
  return {
    ...requested(run, intents, situation, renewalPauseMs(shortest, now)),
    due: due.map(({ valveId }) => valveId),
    refusedBy: late?.valveId ?? latePump ?? null,
  }
}

/** Whether it had its time to renew: it was asked while that was early enough, or a pause ago. */
function wasAsked({ renewals }: Run, id: string, ends: number | null, wanted: number, now: number): boolean {
  const at = renewals?.[id]
  if (at === undefined) return false
  return now - at >= renewalPauseMs(wanted, now) || !isOverdue(ends, wanted - now + at, at)
}

/** Each is asked again after a pause alone, and never while something is under way to it. */
function requested(
  run: Run,
  intents: readonly Intent[],
  { pending, now }: Situation,
  pauseMs: number,
): Pick<Renewal, 'run' | 'intents'> {
  const before = run.renewals ?? {}
  const isRested = (id: string) => before[id] === undefined || now - before[id] >= pauseMs
  const ready = intents.filter(
    (one) => 'deviceId' in one && !pending.has(one.deviceId) && isRested(one.deviceId),
  )
  if (ready.length === 0) return { run, intents: [] }
  const times = ready.map((one) => ['deviceId' in one ? one.deviceId : '', now])
  return { run: { ...run, renewals: { ...before, ...Object.fromEntries(times) } }, intents: ready }
}
