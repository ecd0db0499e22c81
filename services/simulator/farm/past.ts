import type { FarmLayout } from '@runtime/field/layout'
import { chanceAt, seedOf } from '../physics/dice'
import { powerOf } from '../physics/pump'
import { rounded } from '../physics/units'

const HOUR = 3_600_000
/** Turns of a rotation begin at midnight, 8 and 16 o'clock of the farm's time zone (UTC+8). */
const TURN = 8 * HOUR
const ZONE = 8 * HOUR
/** A turn is over some minutes before the next. */
const GAP = HOUR / 4
/** m³/h and Hz of each of two pumps that water a group. */
const GROUP_FLOW = 818
const USUAL_HZ = 48.8
/** Every so many turns one is fertilized, all groups in the end: 10 minutes of water, then 90 of nitrogen (`design/field.md §4.2`). */
const FERTILIZED = 5
const INJECTION = { after: HOUR / 6, lasts: 1.5 * HOUR } as const

/** A rotation group that was watered. Times in milliseconds since 1970. */
export interface PastRun {
  readonly groupId: string
  readonly startAt: number
  readonly endAt: number
  readonly pumpIds: readonly string[]
  readonly volumeM3: number
  readonly energyKwh: number
  readonly areaM2: number
  /** When fertilizer went into its water; null: never. */
  readonly injection: { readonly from: number; readonly to: number } | null
}

/**
 * What was watered between two moments, one group after the other without a pause: what a demo's history and records are
 * made of. The same moments always have the same runs; one that is not over by `to` is not there.
 */
export function pastRuns(
  { project, groups, devices, blocks }: FarmLayout,
  from: number,
  to: number,
): readonly PastRun[] {
  if (groups.length === 0) return []
  const pumps = devices.filter(({ kind }) => kind === 'PUMP').map(({ id }) => id)
  const seed = seedOf(project.id)
  const blockArea = blocks[0]?.areaM2 ?? 0
  const runs: PastRun[] = []
  for (let turn = Math.ceil((from + ZONE) / TURN); turn * TURN - ZONE + TURN - GAP <= to; turn++) {
    const group = groups[((turn % groups.length) + groups.length) % groups.length]
    if (!group) continue
    const startAt = turn * TURN - ZONE
    const hours = (TURN - GAP) / HOUR
    const flow = (GROUP_FLOW / 20) * group.members.length * (0.97 + 0.06 * chanceAt(seed, turn))
    const needed = flow > 500 ? 2 : 1
    const first = turn % Math.max(1, pumps.length)
    runs.push({
      groupId: group.id,
      startAt,
      endAt: startAt + TURN - GAP,
      pumpIds: Array.from(
        { length: Math.min(needed, pumps.length) },
        (_, index) => pumps[(first + index) % pumps.length] ?? '',
      ),
      volumeM3: rounded(flow * hours, 1),
      energyKwh: rounded(needed * powerOf(flow / needed, USUAL_HZ) * hours, 1),
      areaM2: blockArea * group.members.length,
      injection: turn % FERTILIZED === 0 ? injectionOf(startAt) : null,
    })
  }
  return runs
}

const injectionOf = (startAt: number) => ({
  from: startAt + INJECTION.after,
  to: startAt + INJECTION.after + INJECTION.lasts,
})
