import type { Target } from '../command/command'
import type { DeviceNow } from '../command/feedback'
import type { LeaseTimes } from '../command/lease'
import type { Network } from '../hydraulics/network'

export interface GroupMember {
  readonly nodeId: string
  readonly valveId: string
  /** `DIRECTION` */
  readonly direction: number
  readonly gatage: number
}
export interface GroupNow {
  readonly id: string
  readonly name: string
  readonly members: readonly GroupMember[]
}

/** Who holds an actuator: a run of a rotation group. */
export interface Owner {
  readonly runId: string
  readonly groupId: string
  readonly groupName: string
  readonly since: number
}

/** A run that goes on: what it will still ask of the station, whether or not its outlets are open yet. */
export interface Claim {
  readonly runId: string
  /** Of the group whose turn it is. */
  readonly groupName: string
  /** Its group and those whose turns come after, the present one first. */
  readonly groupIds: readonly string[]
  /** Pumps that it has; none: it is about to choose them. */
  readonly pumpIds: readonly string[]
  /** When its last turn is over, in milliseconds since 1970, if nothing delays it. */
  readonly endsAt: number
}

/** What is under way to an actuator: the id and target of its command in flight. */
export interface Pending {
  readonly id: string
  readonly op: string
  readonly direction?: number
  readonly gatage?: number
  /** End of the lease that it brings. */
  readonly until?: number
  /** It renews what the valve has proved: the valve stays where it says it is. */
  readonly isRenewal?: boolean
}

/** The command by which a valve stands open or a pump runs: the last that was proved. */
export interface Standing {
  readonly commandId: string
  readonly runId: string | null
  readonly target: Target
  /** When a renewal of it was asked for last; null: never. */
  readonly askedAt: number | null
}

/** What is known of leases, by actuator. Times in milliseconds since 1970. */
export interface Leases {
  /** Of a valve the soonest end that may be true, of a pump the latest. */
  readonly endsAt: ReadonlyMap<string, number>
  readonly standing: ReadonlyMap<string, Standing>
  readonly times: LeaseTimes
}

/** Starts and stops of a pump, for I08; `starts` of the last hour at least. Milliseconds since 1970. */
export interface PumpHistory {
  readonly stoppedAt: number | null
  readonly starts: readonly number[]
}

export const INTERLOCK_CODES = [
  'I01',
  'I02',
  'I03',
  'I04',
  'I05',
  'I06',
  'I07',
  'I08',
  'I09',
  'I10',
  'I11',
  'I12',
  'I13',
  'I14',
  'I15',
  'I16',
] as const
export type InterlockCode = (typeof INTERLOCK_CODES)[number]

/** A trip that nobody has reset yet: its pump does not start. `since` is when it tripped. */
export interface Latch {
  readonly code: InterlockCode
  readonly deviceId: string
  readonly since: number
}

/** What watching remembers between two looks; plain data, so that it outlives a restart. Times in milliseconds since 1970. */
export interface WatchState {
  /** Since when each condition has stood, by code and device (`I06high:P1`). */
  readonly since: Readonly<Record<string, number>>
  readonly latches: readonly Latch[]
  /** Since when water flows as fertigation needs it (I14). */
  readonly waterSince: number | null
  /** The air as it was some time ago, in ℃: what falling is measured against. */
  readonly air: { readonly value: number; readonly at: number } | null
  readonly frostSince: number | null
}
export const NO_WATCH: WatchState = { since: {}, latches: [], waterSince: null, air: null, frostSince: null }

/** Everything that the rules look at, as of `now` (milliseconds since 1970). Of one project; one pumping station feeds it. */
export interface Situation {
  readonly now: number
  readonly network: Network
  readonly devices: ReadonlyMap<string, DeviceNow>
  readonly groups: ReadonlyMap<string, GroupNow>
  readonly owners: ReadonlyMap<string, Owner>
  /** Runs that go on, in the order in which they were granted. Absent: none. */
  readonly claims?: readonly Claim[]
  /** Commands in flight by actuator; until a device names one as taken up, nothing it says is relied on. */
  readonly pending: ReadonlyMap<string, Pending>
  readonly pumpHistory: ReadonlyMap<string, PumpHistory>
  /** What watching has found so far (`watch`): latches, since when water flows, frost. */
  readonly watch: WatchState
  /** When the water ends that fertilizer goes into: the planned end of its group. Null: no end is planned. */
  readonly waterEndsAt: number | null
  /** The server has just begun, and valves have not all said again how they stand: until then what was last seen open is. */
  readonly isSettling?: boolean
  /** Absent: nothing ends by itself. */
  readonly leases?: Leases
  /** By which people are told times, IANA (`Asia/Shanghai`). Absent: UTC. */
  readonly timeZone?: string
}
