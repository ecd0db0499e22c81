import type { Fertigation, Intent } from '../command/intent'
import type { Limits } from '../interlock/limits'
import type { Situation } from '../interlock/situation'
import type { Run, Turn } from './run'

/** So much sooner than it must a run ends an injection: what comes later is the watch's to stop, with an alarm. In milliseconds. */
const AHEAD_MS = 15_000
/** How often a spreader is told to begin before a run waters without it. */
const TRIES = 3

interface Fed {
  readonly run: Run
  readonly intents: readonly Intent[]
}

const injects = ({ devices }: Situation, { deviceId }: Fertigation): boolean =>
  devices.get(deviceId)?.reported.st === 1

/** Told once: what is under way is not told again. */
function stop({ id }: Run, { pending }: Situation, { deviceId }: Fertigation): readonly Intent[] {
  return pending.get(deviceId)?.op === 'fert.stop' ? [] : [{ kind: 'fert.stop', deviceId, runId: id }]
}

const done = (run: Run, now: number): Fed => ({
  run: {
    ...run,
    fertilizerDone: true,
    ...(run.fertilizedSince !== null && { fertilizerEndedAt: run.fertilizerEndedAt ?? now }),
  },
  intents: [],
})

/** Fertilizer within a turn (I14): water first, then the injection, and clear water for the rest. */
export function fertilize(run: Run, { fertigation, end }: Turn, situation: Situation, limits: Limits): Fed {
  if (!fertigation || run.wateredSince === null || run.fertilizerDone) return { run, intents: [] }
  const { deviceId, rates, minutes } = fertigation
  const { now, pending } = situation
  const runs = injects(situation, fertigation)
  const flushFrom = run.wateredSince + end.minutes * 60_000 - limits.flushSec * 1000 - AHEAD_MS
  const isOver = run.fertilizedSince !== null && now - run.fertilizedSince >= minutes * 60_000
  if (isOver || now >= flushFrom) {
    if (!runs && !pending.has(deviceId)) return done(run, now)
    return { run, intents: stop(run, situation, fertigation) }
  }
  if (runs) return { run: { ...run, fertilizedSince: run.fertilizedSince ?? now }, intents: [] }
  if (pending.has(deviceId)) return { run, intents: [] }
  // A person, the watch or the spreader itself has stopped it: what was stopped is not begun again.
  if (run.fertilizedSince !== null) return done(run, now)
  const { waterSince } = situation.watch
  // The group's own water, not that of the group before it.
  const wetSince = waterSince === null ? null : Math.max(waterSince, run.wateredSince)
  if (wetSince === null || now - wetSince < limits.preWaterSec * 1000) return { run, intents: [] }
  const tried = run.tries[deviceId] ?? 0
  if (tried >= TRIES) return done(run, now)
  return {
    run: { ...run, tries: { ...run.tries, [deviceId]: tried + 1 } },
    intents: [{ kind: 'fert.start', deviceId, rates, runId: run.id }],
  }
}

/**
 * How long clear water has still to flow before a turn may end, in milliseconds; what injects is given the time to stop first, so
 * that the watch does not take the end of a turn that has just been moved for one that was missed.
 */
export function rinseLeft(run: Run, { fertigation }: Turn, situation: Situation, limits: Limits): number {
  if (!fertigation || run.wateredSince === null) return 0
  const whole = limits.flushSec * 1000
  if (injects(situation, fertigation) || situation.pending.get(fertigation.deviceId)?.op === 'fert.start')
    return whole + 2 * AHEAD_MS
  if (run.fertilizedSince === null) return 0
  return Math.max(0, whole - (situation.now - (run.fertilizerEndedAt ?? situation.now)))
}

/**
 * The end of a turn whose water carries fertilizer: the injection ends first, then clear water rinses the pipes (I14). Null:
 * nothing is left to wait for; a spreader that does not answer keeps no water running for longer than twice that.
 */
export function rinse(run: Run, turn: Turn, situation: Situation, limits: Limits): Fed | null {
  const { fertigation, end } = turn
  if (!fertigation || run.wateredSince === null) return null
  const { now } = situation
  if (now >= run.wateredSince + end.minutes * 60_000 + 2 * limits.flushSec * 1000) return null
  if (injects(situation, fertigation))
    return {
      run: { ...run, fertilizedSince: run.fertilizedSince ?? now },
      intents: stop(run, situation, fertigation),
    }
  if (situation.pending.has(fertigation.deviceId)) return { run, intents: [] }
  const { run: ended } = done(run, now)
  return rinseLeft(ended, turn, situation, limits) > 0 ? { run: ended, intents: [] } : null
}

/** Where the fertilizer of the present turn stands. `skipped`: the turn has none of it, since it could not be begun in time. */
export type FertigationPhase = 'waiting' | 'preWater' | 'injecting' | 'flushing' | 'ended' | 'skipped'

export function fertigationPhase(run: Run): FertigationPhase | null {
  if (!run.turns[run.turn]?.fertigation) return null
  const isBefore = run.phase === 'opening' || run.phase === 'starting'
  if (isBefore) return 'waiting'
  const isWatering = run.phase === 'watering'
  if (run.fertilizedSince === null) return isWatering && !run.fertilizerDone ? 'preWater' : 'skipped'
  if (!run.fertilizerDone && isWatering) return 'injecting'
  return isWatering ? 'flushing' : 'ended'
}
