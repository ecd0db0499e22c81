import type { DeviceNow } from '@runtime/field/command'
import { type Limits, limitsOf, limitsVersion } from '@runtime/field/interlock/limits'
import { pendingOf } from '@runtime/field/interlock/pending'
import {
  type GroupNow,
  type Latch,
  NO_WATCH,
  type Owner,
  type Pending,
  type PumpHistory,
  type Situation,
  type WatchState,
} from '@runtime/field/interlock/situation'
import { DEVICE_STATE, type DeviceKind, QUALITY, type Reported } from '@runtime/field/kinds'
import { sql } from 'kysely'
import type { Tx } from '../../module'
import type { LastReading } from '../telemetry/telemetry'
import { networkOf } from './plan'
import type { CommandRow } from './rows'
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
  /** Names the interlock table that commands are judged by. */
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

/** Reads a project as it stands at `now`. */
export async function readField(tx: Tx, projectId: string, readings: Readings, now: number): Promise<Field> {
  const { rows: devices } = await readDevices(tx, projectId)
  const project = await tx
    .selectFrom('project')
    .select('limits')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  const limits = limitsOf(project.limits)
  const groups = await readGroups(tx, projectId)
  const situation: Situation = {
    now,
    network: await networkOf(tx, projectId),
    devices: new Map(devices.map((row) => [row.id, deviceNow(row, readings.get(row.id) ?? [])])),
    groups,
    owners: await readOwners(tx, projectId, groups),
    pending: await readPending(tx, projectId),
    pumpHistory: historyOf(devices, now),
    watch: await readWatch(tx, projectId),
    waterEndsAt: await readWaterEnd(tx, projectId),
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
  readonly reported_at: Date | null
  readonly is_online: boolean
  readonly stopped_at: Date | null
  readonly starts: Date[] | null
}

function readDevices(tx: Tx, projectId: string) {
  return sql<DeviceRow>`
    select device.id, device.name, device.kind, device.settings, device.link_class, device.uplink_every_sec,
      device.maintenance, live.state as live_state, live.reported, live.reported_at, gateway.is_online,
      actuator.stopped_at, actuator.starts
    from device
    join gateway on gateway.id = device.gateway_id
    left join device_live live on live.device_id = device.id
    left join actuator on actuator.device_id = device.id
    where device.project_id = ${projectId} and device.deleted_at is null and device.enabled_mark = 1
      and device.kind <> 'SOIL'`.execute(tx)
}

function deviceNow(row: DeviceRow, readings: readonly LastReading[]): DeviceNow {
  const reportedAt = row.reported_at?.getTime() ?? null
  const later = new Map<string, LastReading>()
  for (const reading of readings)
    if (reading.at > (reportedAt ?? 0) && reading.quality === 'GOOD') later.set(reading.name, reading)
  const said = Object.entries(SAID_AGAIN).flatMap(([member, metric]) => {
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
    reported: { ...row.reported, ...Object.fromEntries(said.map(([member, { value }]) => [member, value])) },
    reportedAt: Math.max(reportedAt ?? 0, ...said.map(([, { at }]) => at)) || null,
    maintenance: row.maintenance && {
      byName: row.maintenance.byName,
      reason: row.maintenance.reason,
      since: Date.parse(row.maintenance.since),
    },
    readings: Object.fromEntries(
      readings.map(({ name, value, at, quality }) => [name, { value, at, quality: QUALITY[quality] }]),
    ),
  }
}

async function readGroups(tx: Tx, projectId: string): Promise<Map<string, GroupNow>> {
  const rows = await tx
    .selectFrom('irrigation_group')
    .innerJoin('irrigation_group_member as member', 'member.group_id', 'irrigation_group.id')
    .select(['irrigation_group.id', 'irrigation_group.name'])
    .select(['member.node_id', 'member.valve_id', 'member.open_direction', 'member.gatage'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('member.node_id')
    .execute()
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

/** What runs hold: the valves of the group whose turn it is and of the one before, their pumps and spreaders. */
async function readOwners(
  tx: Tx,
  projectId: string,
  groups: ReadonlyMap<string, GroupNow>,
): Promise<Map<string, Owner>> {
  const rows = await tx
    .selectFrom('irrigation_run')
    .select(['id', 'plan', 'started_at'])
    .where('project_id', '=', projectId)
    .where('state', 'in', ['RUNNING', 'STOPPING'])
    .execute()
  const owners = new Map<string, Owner>()
  for (const { id, plan, started_at } of rows) {
    if ('kind' in plan) continue
    const turns = [plan.turns[plan.turn - 1], plan.turns[plan.turn]]
    const own = turns.flatMap((turn) => groups.get(turn?.groupId ?? '') ?? [])
    const group = own.at(-1)
    const owner: Owner = {
      runId: id,
      groupId: group?.id ?? '',
      groupName: group?.name ?? '',
      since: started_at.getTime(),
    }
    for (const { valveId } of own.flatMap(({ members }) => members)) owners.set(valveId, owner)
    for (const pumpId of plan.pumpIds) owners.set(pumpId, owner)
    for (const turn of turns) if (turn?.fertigation) owners.set(turn.fertigation.deviceId, owner)
  }
  return owners
}

/** What is under way, and what was given up of pumps and valves that have not spoken since. */
async function readPending(tx: Tx, projectId: string): Promise<Map<string, Pending>> {
  const { rows } = await sql<
    Pick<CommandRow, 'id' | 'actuator_id' | 'target' | 'state' | 'finished_at'> & { reported_at: Date | null }
  >`
    select command.id, command.actuator_id, command.target, command.state, command.finished_at, live.reported_at
    from command left join device_live live on live.device_id = command.actuator_id
    where command.project_id = ${projectId}
      and (command.state in ('QUEUED', 'SENT', 'ACCEPTED', 'EXECUTING')
        or (command.state = 'TIMEOUT' and command.target ->> 'op' in ('pump.start', 'valve.set')
          and (live.reported_at is null or live.reported_at <= command.finished_at)
          and not exists (
            select from command newer where newer.actuator_id = command.actuator_id and newer.seq > command.seq
              and newer.state not in ('REJECTED', 'CANCELED', 'EXPIRED', 'AWAIT_CONFIRM', 'DRAFT'))))`.execute(
    tx,
  )
  return new Map(
    rows.flatMap(({ actuator_id, reported_at, finished_at, ...row }): [string, Pending][] => {
      const command = { ...row, finishedAt: finished_at?.getTime() ?? null }
      const pending = pendingOf(command, reported_at?.getTime() ?? null)
      return pending ? [[actuator_id, pending]] : []
    }),
  )
}

function historyOf(devices: readonly DeviceRow[], now: number): Map<string, PumpHistory> {
  const HOUR = 3_600_000
  return new Map(
    devices
      .filter((row) => row.kind === 'PUMP')
      .map((row) => [
        row.id,
        {
          stoppedAt: row.stopped_at?.getTime() ?? null,
          starts: (row.starts ?? []).map((at) => at.getTime()).filter((at) => at > now - HOUR),
        },
      ]),
  )
}

async function readWatch(tx: Tx, projectId: string): Promise<WatchState> {
  const row = await tx
    .selectFrom('interlock_watch')
    .select('state')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  const state = row?.state ?? NO_WATCH
  return state.latches.length === 0 ? state : { ...state, latches: await standing(tx, projectId, state) }
}

/**
 * Trips that no person has reset since (I06, I07). The reset's own proof counts, so that a reset that is proved while the watch
 * looks is not lost by what the watch writes.
 */
async function standing(tx: Tx, projectId: string, { latches }: WatchState): Promise<readonly Latch[]> {
  const { rows } = await sql<{ actuator_id: string; at: Date }>`
    select actuator_id, max(verified_at) as at from command
    where project_id = ${projectId} and actuator_id = any(${latches.map(({ deviceId }) => deviceId)}::text[])
      and target ->> 'op' = 'pump.reset' and state in ('VERIFIED', 'LATE_VERIFIED')
    group by actuator_id`.execute(tx)
  const resets = new Map(rows.map(({ actuator_id, at }) => [actuator_id, at.getTime()]))
  return latches.filter(({ deviceId, since }) => (resets.get(deviceId) ?? 0) < since)
}

/** The last planned end of a group that is watered now. */
async function readWaterEnd(tx: Tx, projectId: string): Promise<number | null> {
  const row = await tx
    .selectFrom('irrigation_run')
    .select((from) => from.fn.max('ends_at').as('ends_at'))
    .where('project_id', '=', projectId)
    .where('state', '=', 'RUNNING')
    .executeTakeFirst()
  return row?.ends_at?.getTime() ?? null
}
