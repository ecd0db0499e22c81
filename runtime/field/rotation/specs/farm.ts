import type { Command, LeaseTimes } from '../../command/index'
import { type Limits, limitsOf, RULES, type Standing, type WatchState } from '../../interlock/index'
import type { AngleTable, Reported } from '../../kinds'
import type { Run } from '../index'

/** What is left out on purpose, to see that the exploration misses it. */
export interface Forgotten {
  /** That a command is under way. */
  readonly pending?: boolean
  /** Which command a device says it took up. */
  readonly commandNames?: boolean
  /** To look at what runs. */
  readonly watch?: boolean
  /** That a start that nobody answered may have been carried out all the same. */
  readonly doubt?: boolean
  /** That a start is taken back by a stop alone. */
  readonly startHolds?: boolean
  /** That a message must be dead before its command is given up. */
  readonly messageLife?: boolean
  /** That a pump must stop a margin before the valves close that its water goes through. */
  readonly leaseOrder?: boolean
  /** That a lease counts as longer once it is proved, not once it is asked for. */
  readonly leaseProof?: boolean
}

/**
 * A farm small enough for all of its states to be visited: one pump, a few three-way valves of which one side waters, perhaps a
 * main control valve before them, a way to them and back that loses, delays and repeats, and the server's rules as they are.
 */
export interface FarmOptions {
  readonly valves: number
  readonly hasMain: boolean
  /** What the server believes of each three-way valve's places. */
  readonly angles: AngleTable
  /**
   * What of a three-way valve's moving is told apart: `slow` it moves and is seen moving, `quick` it is where it is told to be at
   * once and says so twice at any time after, `instant` it says so at once.
   */
  readonly pace: 'slow' | 'quick' | 'instant'
  /** Whether water stops at all where the valve stands when it is told to close. */
  readonly canClose: boolean
  readonly limits: Limits
  readonly rules: typeof RULES
  readonly forgets: Forgotten
  /** One group a list of valves; none: persons alone act. */
  readonly groups: readonly (readonly number[])[]
  /** Nothing moves a valve but a command: then what is shown green is true. */
  readonly movesOnlyWhenTold: boolean
  /** The pump's controller is not on the spot: what it is told and what it says takes its time, or is lost. It rests (I08). */
  readonly isPumpSlow: boolean
  /** Checked and sent in one: else anything may happen between the two, within a second. */
  readonly sendsAtOnce: boolean
  /** A message may arrive after a newer command was given. */
  readonly isOldHeard: boolean
  /** Persons throttle valves too. */
  readonly throttles: boolean
  /** What was given up is kept, since its truth may still arrive (LATE_VERIFIED). */
  readonly awaitsTruth: boolean
  /** What is opened and started ends by itself; null: nothing does. */
  readonly leases: LeaseTimes | null
  /** Minutes of a run's turn. */
  readonly minutes: number
}

const HONEST: AngleTable = { closed: 0, a: 90, b: 270, both: 180, tolerance: 5 }
/** An L-port valve lets water out wherever it stands. */
export const L_PORT: AngleTable = { a: 90, b: 270, both: 180, tolerance: 5 }
export const OPTIONS: FarmOptions = {
  valves: 1,
  hasMain: false,
  angles: HONEST,
  pace: 'slow',
  canClose: true,
  limits: limitsOf(),
  rules: RULES,
  forgets: {},
  groups: [],
  movesOnlyWhenTold: true,
  isPumpSlow: false,
  sendsAtOnce: true,
  isOldHeard: false,
  awaitsTruth: false,
  leases: null,
  minutes: 1,
  throttles: false,
}

/** What a message tells: how much to let through, until when, and whether that is to be renewed alone. */
export interface Told {
  readonly lets: number
  readonly until: number | null
  readonly renews: boolean
}

/** A valve or the pump as it is, what is on its way to it and from it, and what the server has heard. */
export interface Actuator {
  /** How much water it lets through, 0–1; of the pump 1: turns. */
  readonly lets: number
  /** Where it believes to stand. */
  readonly says: number
  readonly movesTo: number | null
  /** The command that it took up last. */
  readonly took: string
  /** The newest command's message may be on its way. */
  readonly isSent: boolean
  /** What older messages ask for that may still arrive, the oldest first. */
  readonly ghosts: readonly Told[]
  /** What it said, still on its way. */
  readonly late: Reported | null
  readonly known: Reported
  /** What is known of it is fresh. */
  readonly isHeard: boolean
  /** The newest command, while it is in flight or its truth may still arrive. */
  readonly command: Command | null
  /** When it ends by itself. */
  readonly ends: number | null
  /** What the server knows of that, and of the command that it stands by. */
  readonly leased: number | null
  readonly standing: Standing | null
}

export interface Farm {
  readonly now: number
  /** The pump, the three-way valves, then the main valve. */
  readonly actuators: readonly Actuator[]
  readonly runs: readonly (Run | null)[]
  /** Of the pump, by its own word (I08). */
  readonly rest: { readonly isResting: boolean; readonly starts: number }
  readonly watch: WatchState
  /** Since when the pump has turned with no open outlet, and with none known to be open. */
  readonly deadSince: number | null
  readonly blindSince: number | null
  /** What must never happen and did. */
  readonly broken: string | null
}

export const PUMP = 0
/** The moment at which every state stands, in milliseconds: what came before is told apart by order alone. */
export const NOW = 1_000_000_000
/** So far ahead that only the happening that says so reaches it, and so long ago. */
export const FAR = 1_000_000
export const UPLINK_SEC = 5
/** Leases are told apart by so many milliseconds: none is given or ends between. */
export const WHILE = 300_000
/** What ended longer ago than the margin is all the same. */
const MOST_PAST = 2
/** The same moment of that grid, seen from `now`. */
export const onGrid = (time: number, now: number): number =>
  NOW + Math.max(-MOST_PAST, Math.round((time - now) / WHILE)) * WHILE

export const put = (farm: Farm, place: number, change: Partial<Actuator>): Farm => ({
  ...farm,
  actuators: farm.actuators.map((one, index) => (index === place ? { ...one, ...change } : one)),
})
