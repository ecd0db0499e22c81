import type { Intent } from '../command/intent'
import type { Limits } from '../interlock/limits'
import type { Situation } from '../interlock/situation'
import type { Run, Turn } from './run'

/** Fertilizer within a turn (I14): water first, then the injection, and clear water for the rest. */
export function fertilize(
  run: Run,
  { fertigation, end }: Turn,
  situation: Situation,
  limits: Limits,
): { readonly run: Run; readonly intents: readonly Intent[] } {
  if (!fertigation || run.wateredSince === null || run.fertilizerDone) return { run, intents: [] }
  const { deviceId, rates, minutes } = fertigation
  const { now, pending } = situation
  const runs = situation.devices.get(deviceId)?.reported.st === 1
  const flushFrom = run.wateredSince + end.minutes * 60_000 - limits.flushSec * 1000
  const isOver = run.fertilizedSince !== null && now - run.fertilizedSince >= minutes * 60_000
  if (isOver || now >= flushFrom) {
    if (!runs && !pending.has(deviceId)) return { run: { ...run, fertilizerDone: true }, intents: [] }
    const isUnderWay = pending.get(deviceId)?.op === 'fert.stop'
    return { run, intents: isUnderWay ? [] : [{ kind: 'fert.stop', deviceId, runId: run.id }] }
  }
  if (runs) return { run: { ...run, fertilizedSince: run.fertilizedSince ?? now }, intents: [] }
  const { waterSince } = situation.watch
  const isWet = waterSince !== null && now - waterSince >= limits.preWaterSec * 1000
  if (!isWet || pending.has(deviceId)) return { run, intents: [] }
  return { run, intents: [{ kind: 'fert.start', deviceId, rates, runId: run.id }] }
}
