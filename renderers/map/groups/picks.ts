import { DIRECTION } from '@runtime/field/kinds'

/** A member of a group that is being put together: a valve's node and the side that it opens. */
export interface Pick {
  readonly valveId: string
  readonly nodeId: string
  readonly direction: number
}

const NEXT: Readonly<Record<number, number>> = {
  [DIRECTION.none]: DIRECTION.a,
  [DIRECTION.a]: DIRECTION.b,
  [DIRECTION.b]: DIRECTION.both,
  [DIRECTION.both]: DIRECTION.none,
}

/** A tap on a valve: A, then B, then both, then not at all. */
export function tapped(picks: readonly Pick[], valveId: string, nodeId: string): readonly Pick[] {
  const known = picks.find((pick) => pick.valveId === valveId)
  const direction = NEXT[known?.direction ?? DIRECTION.none] ?? DIRECTION.none
  return turned(picks, { valveId, nodeId, direction })
}

/** Puts a valve to a side; `DIRECTION.none` takes it out. What was chosen before keeps its place. */
export function turned(picks: readonly Pick[], pick: Pick): readonly Pick[] {
  if (pick.direction === DIRECTION.none) return picks.filter(({ valveId }) => valveId !== pick.valveId)
  const isKnown = picks.some(({ valveId }) => valveId === pick.valveId)
  return isKnown ? picks.map((one) => (one.valveId === pick.valveId ? pick : one)) : [...picks, pick]
}

/** How many half-blocks are watered. */
export const outletCount = (picks: readonly Pick[]): number =>
  picks.reduce((sum, { direction }) => sum + (direction === DIRECTION.both ? 2 : 1), 0)
