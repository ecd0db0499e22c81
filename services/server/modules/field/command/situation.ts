import { type DeviceNow, LEASE_TIMES, type Target } from '@runtime/field/command'
import { type Limits, limitsOf, limitsVersion } from '@runtime/field/interlock/limits'
import { pendingOf } from '@runtime/field/interlock/pending'
import {
  type GroupNow,
  type Leases,
  NO_WATCH,
  type Owner,
  type Pending,
  type PumpHistory,
  type Situation,
  type Standing,
  type WatchState,
} from '@runtime/field/interlock/situation'
import { DEVICE_STATE, type DeviceKind, QUALITY, type Reported } from '@runtime/field/kinds'
import { claimOf, holdingsOf } from '@runtime/field/rotation'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../module'
import type { LastReading } from '../telemetry/telemetry'
import { networkOf, planVersion } from './plan'
import type { CommandRow } from './rows'
import type { RunPlan, RunState } from './tables'
import type { Commanding } from './work'

/** Kinds whose readings the rules look at. */
const MEASURED: DeviceKind[] = [
  'VALVE_MAIN',
  'VALVE_TWB',
  'PUMP',
  'FERT',
  'PRESSURE',
  'FLOW',
  'MACHINE',
  'WEATHER',
]
/** A later reading says the same as a state report does: metric by member of `Reported`. */
const SAID_AGAIN = { ang: 'ang', gat: 'gat', freq: 'freq' } as const

/** A project as the rules see it at one moment. */
export interface Field {
  readonly situation: Situation
  readonly limits: Limits
  /** Names the interlock table that commands are checked by. */
  readonly version: string
}

export type Readings = ReadonlyMap<string, readonly LastReading[]>

/**
 * The newest readings of a project's devices. Read before a transaction begins: within it they would take a second
 * connection, and as many transactions as there are connections would wait for each other for ever.
 */
export async function readReadings({ db, services }: Commanding, projectId: string): Promise<Readings> {
  const rows = await db
    .selectFrom('device')
    .select('id')
    .where('project_id', '=', projectId)
    .where('kind', 'in', MEASURED)
    .where('deleted_at', 'is', null)
    .execute()
  return services.telemetry.last(rows.map(({ id }) => id))
}

/**
 * Reads a project as it stands at `now`, all of it in one statement: by one and the same moment of the database. Read piece by
 * piece, a valve could be seen open as it was, and its close, proved in between, no more under way.
 */
export async function readField(tx: Tx, projectId: string, readings: Readings, now: number): Promise<Field> {
  const stored = await readStored(tx, projectId)
  const limits = limitsOf(stored.limits)
  const groups = groupsOf(stored.members)
  const situation: Situation = {
    now,
    network: await networkOf(tx, projectId, stored.plan_version),
    devices: new Map(stored.devices.map((row) => [row.id, deviceNow(row, readings.get(row.id) ?? [])])),
    groups,
    owners: ownersOf(stored.runs, groups),
    claims: stored.runs.flatMap(({ plan }) => ('kind' in plan ? [] : (claimOf(plan, groups, now) ?? []))),
    pending: pendingIn(stored.commands),
    pumpHistory: historyOf(stored.devices, now),
    watch: watchOf(stored.watch ?? NO_WATCH, stored.resets),
    waterEndsAt: waterEndOf(stored.runs),
    leases: leasesOf(stored.leases),
    timeZone: stored.time_zone,
  }
  return { situation, limits, version: limitsVersion(limits) }
}

interface DeviceRow {
  readonly id: string
  readonly name: string
  readonly kind: DeviceKind
  readonly settings: object
  readonly link_class: DeviceNow['linkClass']
  readonly uplink_every_sec: number
  readonly maintenance: { byName: string; reason: string; since: string } | null
  readonly live_state: number | null
  readonly reported: Partial<Reported> | null
  readonly reported_at: number | null
  readonly is_online: boolean
  readonly stopped_at: number | null
  readonly starts: readonly number[] | null
}

interface MemberRow {
  readonly id: string
  readonly name: string
  readonly node_id: string
  readonly valve_id: string
  readonly open_direction: number
  readonly gatage: number
}

interface OpenRun {
  readonly id: string
  readonly state: RunState
  readonly plan: RunPlan
  readonly started_at: number
  readonly ends_at: number | null
}

interface OpenCommand extends Pick<CommandRow, 'id' | 'actuator_id' | 'target' | 'state'> {
  readonly finished_at: number | null
  readonly reported_at: number | null
}

/** An actuator that goes on by itself, and by which command. */
interface LeaseRow {
  readonly device_id: string
  readonly ends_at: number | null
  readonly asked_at: number | null
  readonly id: string | null
  readonly run_id: string | null
  readonly target: Target
}

/** A project's rows; times are in milliseconds since 1970. */
interface Stored {
  readonly limits: Readonly<Record<string, unknown>>
  readonly time_zone: string
  readonly plan_version: string
  readonly devices: readonly DeviceRow[]
  readonly members: readonly MemberRow[]
  readonly runs: readonly OpenRun[]
  readonly commands: readonly OpenCommand[]
  readonly leases: readonly LeaseRow[]
  readonly watch: WatchState | null
  readonly resets: readonly { readonly actuator_id: string; readonly at: number }[]
}

const ms = (time: string) => sql`floor(extract(epoch from ${sql.ref(time)}) * 1000)::float8`
const listOf = (rows: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(one), '[]') from (${rows}) as one)`

async function readStored(tx: Tx, projectId: string): Promise<Stored> {
  const devices = sql`
    select device.id, device.name, device.kind, device.settings, device.link_class, device.uplink_every_sec,
      device.maintenance, live.state as live_state, live.reported, ${ms('live.reported_at')} as reported_at,
      gateway.is_online, ${ms('actuator.stopped_at')} as stopped_at,
      (select json_agg(${ms('start')}) from unnest(actuator.starts) as start) as starts
    from device
    join gateway on gateway.id = device.gateway_id
    left join device_live live on live.device_id = device.id
    left join actuator on actuator.device_id = device.id
    where device.project_id = ${projectId} and device.deleted_at is null and device.enabled_mark = 1
      and device.kind <> 'SOIL'`
  const members = sql`
    select lgz.id, lgz.name, member.node_id, member.valve_id, member.open_direction, member.gatage
    from irrigation_group lgz join irrigation_group_member member on member.group_id = lgz.id
    where lgz.project_id = ${projectId} and lgz.deleted_at is null
    order by member.node_id`
  const runs = sql`
    select id, state, plan, ${ms('started_at')} as started_at, ${ms('ends_at')} as ends_at
    from irrigation_run where project_id = ${projectId} and state in ('RUNNING', 'STOPPING')
    order by started_at, id`
  // What is under way, and what was given up of pumps and valves that have not spoken since.
  const commands = sql`
    select command.id, command.actuator_id, command.target, command.state, ${ms('command.finished_at')} as finished_at,
      ${ms('live.reported_at')} as reported_at
    from command left join device_live live on live.device_id = command.actuator_id
    where command.project_id = ${projectId}
      and (command.state in ('QUEUED', 'SENT', 'ACCEPTED', 'EXECUTING')
        or (command.state = 'TIMEOUT' and command.target ->> 'op' in ('pump.start', 'valve.set')
          and (live.reported_at is null or live.reported_at <= command.finished_at)
          and not exists (
            select from command newer where newer.actuator_id = command.actuator_id and newer.seq > command.seq
              and newer.state not in ('REJECTED', 'CANCELED', 'EXPIRED', 'AWAIT_CONFIRM', 'DRAFT'))))`
  const leases = sql`
    select actuator.device_id, ${ms('actuator.ends_at')} as ends_at, ${ms('actuator.lease_asked_at')} as asked_at,
      command.id, command.run_id, command.target
    from actuator left join command
      on command.project_id = actuator.project_id and command.id = actuator.lease_command
    where actuator.project_id = ${projectId} and (actuator.ends_at is not null or command.id is not null)`
  const watch = sql`select state from interlock_watch where project_id = ${projectId}`
  const resets = sql`
    select actuator_id, ${ms('verified_at')} as at from command
    where project_id = ${projectId} and target ->> 'op' = 'pump.reset' and state in ('VERIFIED', 'LATE_VERIFIED')
      and actuator_id in (
        select latch ->> 'deviceId' from (${watch}) as kept, jsonb_array_elements(kept.state -> 'latches') as latch)`
  const { rows } = await sql<Stored>`
    select limits, time_zone, ${planVersion(projectId)} as plan_version, ${listOf(devices)} as devices, ${listOf(members)} as members,
      ${listOf(runs)} as runs, ${listOf(commands)} as commands, ${listOf(leases)} as leases, (${watch}) as watch, ${listOf(resets)} as resets
    from project where id = ${projectId}`.execute(tx)
  const [stored] = rows
  if (!stored) throw new Error(`The project ${projectId} is gone.`)
  return stored
}

function deviceNow(row: DeviceRow, readings: readonly LastReading[]): DeviceNow {
  const reportedAt = row.reported_at
  const later = new Map<string, LastReading>()
  for (const reading of readings)
    if (reading.at > (reportedAt ?? 0) && reading.quality === 'GOOD') later.set(reading.name, reading)
  const newest = Object.entries(SAID_AGAIN).flatMap(([member, metric]) => {
    const reading = later.get(metric)
    // Only what it has reported once can be said again.
    return reading && row.reported?.[member as keyof Reported] !== undefined
      ? [[member, reading] as const]
      : []
  })
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    settings: row.settings,
    isOnline: row.is_online && row.live_state !== null && row.live_state !== DEVICE_STATE.offline,
    linkClass: row.link_class,
    uplinkEverySec: row.uplink_every_sec,
    reported: {
      ...row.reported,
      ...Object.fromEntries(newest.map(([member, { value }]) => [member, value])),
    },
    reportedAt: Math.max(reportedAt ?? 0, ...newest.map(([, { at }]) => at)) || null,
    maintenance: row.maintenance && {
      byName: row.maintenance.byName,
      reason: row.maintenance.reason,
      since: Date.parse(row.maintenance.since),
    },
    readings: Object.fromEntries(
      readings.map(({ name, value, at, quality, good }) => [
        name,
        { value, at, quality: QUALITY[quality], ...(good && { good: { value: good.value, at: good.at } }) },
      ]),
    ),
  }
}

function groupsOf(rows: readonly MemberRow[]): Map<string, GroupNow> {
  const groups = new Map<string, { id: string; name: string; members: GroupNow['members'][number][] }>()
  for (const row of rows) {
    const group = groups.get(row.id) ?? { id: row.id, name: row.name, members: [] }
    groups.set(row.id, group)
    group.members.push({
      nodeId: row.node_id,
      valveId: row.valve_id,
      direction: row.open_direction,
      gatage: row.gatage,
    })
  }
  return groups
}

/** Who holds what, by the group whose turn it is. */
function ownersOf(runs: readonly OpenRun[], groups: ReadonlyMap<string, GroupNow>): Map<string, Owner> {
  const owners = new Map<string, Owner>()
  for (const { id, plan, started_at } of runs) {
    if ('kind' in plan) continue
    const group = groups.get(plan.turns[plan.turn]?.groupId ?? '')
    const owner = { runId: id, groupId: group?.id ?? '', groupName: group?.name ?? '', since: started_at }
    for (const deviceId of holdingsOf(plan, groups)) owners.set(deviceId, owner)
  }
  return owners
}

/** Until when actuators go on by themselves, and by which command. */
const leasesOf = (rows: readonly LeaseRow[]): Leases => ({
  endsAt: new Map(rows.flatMap(({ device_id, ends_at }) => (ends_at === null ? [] : [[device_id, ends_at]]))),
  standing: new Map(
    rows.flatMap(({ device_id, id, run_id, target, asked_at }): [string, Standing][] =>
      id === null ? [] : [[device_id, { commandId: id, runId: run_id, target, askedAt: asked_at }]],
    ),
  ),
  times: LEASE_TIMES,
})

const pendingIn = (commands: readonly OpenCommand[]): Map<string, Pending> =>
  new Map(
    commands.flatMap(({ actuator_id, reported_at, finished_at, ...row }): [string, Pending][] => {
      const pending = pendingOf({ ...row, finishedAt: finished_at }, reported_at)
      return pending ? [[actuator_id, pending]] : []
    }),
  )

const HOUR = 3_600_000

function historyOf(devices: readonly DeviceRow[], now: number): Map<string, PumpHistory> {
  return new Map(
    devices
      .filter((row) => row.kind === 'PUMP')
      .map((row) => [
        row.id,
        { stoppedAt: row.stopped_at, starts: (row.starts ?? []).filter((at) => at > now - HOUR) },
      ]),
  )
}

/**
 * Without the trips that a person has reset since (I06, I07). The reset's own proof counts, so that a reset that is proved while
 * the watch looks is not lost by what the watch writes.
 */
const watchOf = (state: WatchState, resets: Stored['resets']): WatchState => ({
  ...state,
  latches: state.latches.filter(
    ({ deviceId, since }) => !resets.some(({ actuator_id, at }) => actuator_id === deviceId && at >= since),
  ),
})

/** The last planned end of a group that is watered now. */
function waterEndOf(runs: readonly OpenRun[]): number | null {
  const ends = runs.flatMap(({ state, ends_at }) =>
    state === 'RUNNING' && ends_at !== null ? [ends_at] : [],
  )
  return ends.length > 0 ? Math.max(...ends) : null
}
