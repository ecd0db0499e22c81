import { opensAsFar } from '../command/verify'
import { isSameOutlet, letsOut } from '../hydraulics/valve'
import type { GroupMember, Situation } from '../interlock/situation'
import type { Water } from '../interlock/water'
import type { Run } from './run'

/** Open as the group wants it: to its side, and as far. */
export const isOpen = ({ situation, water }: Seen, { valveId, direction, gatage }: GroupMember): boolean =>
  opensAsFar(situation.devices.get(valveId)?.reported ?? {}, gatage) &&
  (situation.network.outletsOfValve.get(valveId) ?? [])
    .filter((outlet) => letsOut(direction, outlet.side))
    .every((outlet) => water.open.some((one) => isSameOutlet(one, outlet)))

/** Proved closed, and nothing under way that could open it. */
export const isClosed = ({ situation, water }: Seen, valveId: string): boolean =>
  !situation.pending.has(valveId) &&
  (situation.network.outletsOfValve.get(valveId) ?? []).every((outlet) => water.stateOf(outlet) === 'closed')

/** What is looked at: devices, and where their water can go. */
export interface Seen {
  readonly situation: Situation
  readonly water: Water
}

/** The outlets of a run's present turn. */
export const membersOf = (run: Run, { groups }: Situation): readonly GroupMember[] =>
  groups.get(run.turns[run.turn]?.groupId ?? '')?.members ?? []

/** Of the turn before, those that the present one does not have. */
export function formerOf(run: Run, { groups }: Situation, members: readonly GroupMember[]) {
  const kept = new Set(members.map(({ valveId }) => valveId))
  const before = groups.get(run.turns[run.turn - 1]?.groupId ?? '')?.members ?? []
  return before.filter(({ valveId }) => !kept.has(valveId))
}
