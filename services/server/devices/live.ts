import type { GatewayStatus } from '@runtime/field/topics'
import { sql } from 'kysely'
import type { Tx } from '../module'
import { beginSession, isEndedBy, isOlder } from './gateway-session'
import type { GatewayWord, HeardBatch } from './hearing'
import type { GatewayReport, PresenceReport, StateReport } from './ingest'
import { isNewer } from './time-quality'

/** What a batch has changed of who is there and what they do. */
export interface LiveChange {
  readonly states: readonly StateReport[]
  readonly gateways: readonly GatewayReport[]
  readonly presence: readonly PresenceReport[]
}

/** How often a sign of life is written when nothing else changes, in milliseconds. */
const GATEWAY_SIGNS = 5_000
const MOST_DEVICE_SIGNS = 30_000

/** Remembers which signs of life have been written lately; forgets those of whoever goes away. */
export interface Signs {
  readonly gateways: Map<string, number>
  readonly devices: Map<string, number>
}

/** Writes who was heard of, their newest states, and gateways' births and deaths; answers what is new in that. */
export async function writeLive(tx: Tx, heard: HeardBatch, signs: Signs): Promise<LiveChange> {
  const back = await seeGateways(tx, heard, signs)
  const spoke = await seeDevices(tx, heard, signs)
  const states = await writeStates(tx, heard.states)
  const words = await hearGateways(tx, heard.statuses, signs)
  const introduced = await introduce(tx, heard.presences)
  return {
    states,
    gateways: [...back, ...words.gateways],
    presence: [...spoke, ...words.presence, ...introduced],
  }
}

/** Gateways that speak are there, unless they spoke before they died. */
async function seeGateways(tx: Tx, { gatewaysSeen }: HeardBatch, signs: Signs): Promise<GatewayReport[]> {
  const due = [...gatewaysSeen].filter(([id, at]) => at - (signs.gateways.get(id) ?? 0) >= GATEWAY_SIGNS)
  if (due.length === 0) return []
  const { rows } = await sql<{ id: string; project_id: string; was_online: boolean; at: Date }>`
    with seen as (
      select * from unnest(${due.map(([id]) => id)}::text[], ${due.map(([, at]) => iso(at))}::timestamptz[])
        as seen (id, at)),
    before as (
      select gateway.id, is_online, seen.at from gateway join seen using (id)
      where died_at is null or died_at < seen.at
      order by gateway.id for no key update of gateway)
    update gateway set last_seen_at = greatest(last_seen_at, before.at), is_online = true, died_at = null
    from before where gateway.id = before.id
    returning gateway.id, project_id, before.is_online as was_online, before.at`.execute(tx)
  for (const { id, at } of rows) signs.gateways.set(id, at.getTime())
  return rows
    .filter(({ was_online }) => !was_online)
    .map(({ id, project_id, at }) => ({
      projectId: project_id,
      gatewayId: id,
      change: 'online',
      status: {},
      at: at.getTime(),
    }))
}

async function seeDevices(tx: Tx, { devicesSeen }: HeardBatch, signs: Signs): Promise<PresenceReport[]> {
  const due = [...devicesSeen.values()].filter(
    ({ device, at }) =>
      at - (signs.devices.get(device.id) ?? 0) >= Math.min(device.everySec * 250, MOST_DEVICE_SIGNS),
  )
  if (due.length === 0) return []
  const fresh = due.filter(({ device }) => !signs.devices.has(device.id))
  if (fresh.length > 0) await open(tx, fresh)
  const { rows } = await sql<{ device_id: string; project_id: string; before: number; at: Date }>`
    with seen as (
      select * from unnest(
        ${due.map(({ device }) => device.id)}::text[], ${due.map(({ at }) => iso(at))}::timestamptz[])
        as seen (device_id, at)),
    before as (
      select device_id, state, seen.at from device_live join seen using (device_id)
      order by device_id for update of device_live)
    update device_live set last_seen_at = greatest(last_seen_at, before.at),
      state = case when device_live.state = 1 then 0 else device_live.state end
    from before where device_live.device_id = before.device_id
    returning device_live.device_id, project_id, before.state as before, before.at`.execute(tx)
  for (const { device_id, at } of rows) signs.devices.set(device_id, at.getTime())
  return rows
    .filter(({ before }) => before === 1)
    .map(({ device_id, project_id, at }) => ({
      projectId: project_id,
      gatewayId: devicesSeen.get(device_id)?.device.gatewayId ?? '',
      deviceId: device_id,
      isOnline: true,
      at: at.getTime(),
    }))
}

/** A device has its live row from its first word on. */
async function open(
  tx: Tx,
  devices: readonly { readonly device: { readonly id: string; readonly projectId: string } }[],
): Promise<void> {
  await sql`
    insert into device_live (device_id, project_id)
    select * from unnest(
      ${devices.map(({ device }) => device.id)}::text[], ${devices.map(({ device }) => device.projectId)}::text[])
    on conflict do nothing`.execute(tx)
}

/** Keeps the newest state of each device; answers those that were newer than what was known, oldest first. */
async function writeStates(tx: Tx, states: readonly StateReport[]): Promise<StateReport[]> {
  if (states.length === 0) return []
  const ids = [...new Set(states.map(({ deviceId }) => deviceId))]
  const { rows } = await sql<{ device_id: string; reported_at: Date | null }>`
    select device_id, reported_at from device_live where device_id = any(${ids}::text[])
    order by device_id for update`.execute(tx)
  const known = new Map(rows.map(({ device_id, reported_at }) => [device_id, reported_at?.getTime() ?? 0]))
  const newer: StateReport[] = []
  for (const state of states.toSorted((one, other) => one.reported.ts - other.reported.ts)) {
    const before = known.get(state.deviceId)
    if (before === undefined || !isNewer(state.reported.ts, { known: before, receivedAt: state.receivedAt }))
      continue
    known.set(state.deviceId, state.reported.ts)
    newer.push(state)
  }
  const newest = [...new Map(newer.map((state) => [state.deviceId, state])).values()]
  if (newest.length > 0)
    await sql`
      update device_live set reported = said.reported::jsonb, reported_at = said.at, report_quality = said.quality,
        state = case when coalesce(said.reported::jsonb ->> 'fault', '') <> '' then 2
          when state = 2 then 0 else state end
      from unnest(
        ${newest.map(({ deviceId }) => deviceId)}::text[],
        ${newest.map(({ reported }) => JSON.stringify(reported))}::text[],
        ${newest.map(({ reported }) => iso(reported.ts))}::timestamptz[],
        ${newest.map(({ quality }) => quality)}::smallint[]) as said (device_id, reported, at, quality)
      where device_live.device_id = said.device_id`.execute(tx)
  return newer
}

interface GatewayRow {
  readonly id: string
  readonly project_id: string
  readonly is_online: boolean
  readonly boot_id: string
  readonly bd_seq: number
  readonly ended_bd_seqs: readonly number[]
}

/** What becomes of a gateway by its word; null for a word that is out of date. */
type Step = {
  readonly row: GatewayRow
  readonly change: GatewayReport['change']
  readonly status: Partial<GatewayStatus>
}

export function stepOf(row: GatewayRow, { message }: GatewayWord): Step | null {
  if (message.kind === 'connection') {
    if (row.is_online === message.isThere) return null
    return {
      row: { ...row, is_online: message.isThere },
      change: message.isThere ? 'online' : 'offline',
      status: {},
    }
  }
  const { status } = message
  const session = { bdSeq: row.bd_seq, ended: row.ended_bd_seqs }
  if (status.on === 0) {
    if (!row.is_online || !isEndedBy(session, status.bdSeq)) return null
    return { row: { ...row, is_online: false }, change: 'offline', status }
  }
  const boot = status.boot ?? row.boot_id
  const isSameBoot = boot === row.boot_id
  // Within a boot numbers only grow: a smaller one came late. Who does not name its boot may have begun anew.
  if (isSameBoot && status.boot !== undefined && isOlder(status.bdSeq, row.bd_seq)) return null
  const isBirth = !row.is_online || !isSameBoot || status.bdSeq !== row.bd_seq
  const begun = beginSession(session, status.bdSeq)
  return {
    row: { ...row, is_online: true, boot_id: boot, bd_seq: begun.bdSeq, ended_bd_seqs: begun.ended },
    change: isBirth ? 'online' : 'status',
    status,
  }
}

async function hearGateways(
  tx: Tx,
  words: readonly GatewayWord[],
  signs: Signs,
): Promise<{ gateways: GatewayReport[]; presence: PresenceReport[] }> {
  const gateways: GatewayReport[] = []
  const presence: PresenceReport[] = []
  if (words.length === 0) return { gateways, presence }
  const ids = [...new Set(words.map(({ gatewayId }) => gatewayId))]
  const { rows } = await sql<GatewayRow>`
    select id, project_id, is_online, boot_id, bd_seq, ended_bd_seqs from gateway where id = any(${ids}::text[])
    order by id for no key update`.execute(tx)
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const word of words) {
    const before = known.get(word.gatewayId)
    const step = before && stepOf(before, word)
    if (!step) continue
    known.set(word.gatewayId, step.row)
    const at = word.receivedAt
    await writeGateway(tx, step, at)
    const from = { projectId: step.row.project_id, gatewayId: step.row.id }
    gateways.push({ ...from, change: step.change, status: step.status, at })
    if (step.change === 'offline') presence.push(...(await bury(tx, from.gatewayId, at, signs)))
  }
  return { gateways, presence }
}

async function writeGateway(tx: Tx, { row, change, status }: Step, at: number): Promise<void> {
  const isDead = change === 'offline'
  await tx
    .updateTable('gateway')
    .set({
      is_online: row.is_online,
      died_at: isDead ? new Date(at) : null,
      ...(isDead
        ? {}
        : {
            ...{ last_seen_at: new Date(at), boot_id: row.boot_id, bd_seq: row.bd_seq },
            ended_bd_seqs: JSON.stringify(row.ended_bd_seqs),
          }),
      ...(status.bat === undefined ? {} : { battery: status.bat }),
      ...(status.rssi === undefined ? {} : { rssi_dbm: status.rssi }),
      ...(status.fw === undefined ? {} : { firmware: status.fw }),
    })
    .where('id', '=', row.id)
    .execute()
}

/** With a gateway all of its devices are gone, at once and at the same time. */
export async function bury(tx: Tx, gatewayId: string, at: number, signs: Signs): Promise<PresenceReport[]> {
  signs.gateways.delete(gatewayId)
  const { rows } = await sql<{ device_id: string; project_id: string }>`
    with gone as (
      select device_id from device_live join device on device.id = device_id
      where device.gateway_id = ${gatewayId} and state in (0, 2) order by device_id for update of device_live)
    update device_live set state = 1 from gone where gone.device_id = device_live.device_id
    returning device_live.device_id, project_id`.execute(tx)
  for (const { device_id } of rows) signs.devices.delete(device_id)
  return rows.map(({ device_id, project_id }) => ({
    projectId: project_id,
    gatewayId,
    deviceId: device_id,
    isOnline: false,
    at,
  }))
}

/** Devices that their gateway says are there or gone (Sparkplug's DBIRTH and DDEATH, ThingsBoard's connect). */
async function introduce(tx: Tx, presences: HeardBatch['presences']): Promise<PresenceReport[]> {
  const reports: PresenceReport[] = []
  if (presences.length > 0) await open(tx, presences)
  for (const { device, isOnline, at } of presences) {
    const { numAffectedRows } = await sql`
      update device_live set state = ${isOnline ? 0 : 1},
        last_seen_at = case when ${isOnline} then ${new Date(at)} else last_seen_at end
      where device_id = ${device.id} and state <> 3 and (state = 1) = ${isOnline}`.execute(tx)
    if (numAffectedRows)
      reports.push({
        projectId: device.projectId,
        gatewayId: device.gatewayId,
        deviceId: device.id,
        isOnline,
        at,
      })
  }
  return reports
}

const iso = (time: number) => new Date(time).toISOString()
