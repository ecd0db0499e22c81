import type { Claim, GroupNow } from '../interlock/situation'
import { isEnded, type Run } from './run'

/** What a run will still ask of its station; null: it ends, and asks nothing more. `now` in milliseconds since 1970. */
export function claimOf(run: Run, groups: ReadonlyMap<string, GroupNow>, now: number): Claim | null {
  const turns = run.turns.slice(run.turn)
  const [present] = turns
  if (!present || run.reason !== null || isEnded(run)) return null
  const had = run.phase === 'watering' && run.wateredSince !== null ? now - run.wateredSince : 0
  const minutes = turns.reduce((sum, { end }) => sum + end.minutes, 0)
  return {
    runId: run.id,
    groupName: groups.get(present.groupId)?.name ?? '',
    groupIds: turns.map(({ groupId }) => groupId),
    pumpIds: run.pumpIds,
    endsAt: now + Math.max(0, minutes * 60_000 - had),
  }
}

/** Devices that nobody else may move: the valves of a run's present group and of the one before, its pumps, their spreaders. */
export function holdingsOf(run: Run, groups: ReadonlyMap<string, GroupNow>): readonly string[] {
  const turns = [run.turns[run.turn - 1], run.turns[run.turn]]
  const members = turns.flatMap((turn) => groups.get(turn?.groupId ?? '')?.members ?? [])
  const spreaders = turns.flatMap((turn) => turn?.fertigation?.deviceId ?? [])
  return [...new Set([...members.map(({ valveId }) => valveId), ...run.pumpIds, ...spreaders])]
}
