import { noiseOf } from '@runtime/field/frozen'
import { deviceStateOf, qualityWord } from '@runtime/field/quality'
import type { FieldChange } from '@services/contract/areas/field/project'
import { sql } from 'kysely'
import {
  type Batch,
  countsFrom,
  type GatewayReport,
  type Sample,
  type StateReport,
} from '../../../../devices/ingest'
import type { Services, Tx } from '../../../../module'
import { flowChanges } from './meters'
import { MOMENT, metricNames } from './rows'

/** A change and the project in which it is one. */
interface Told {
  readonly projectId: string
  readonly change: FieldChange
}

/** Tells the maps what devices say, once it is committed. */
export function consumeReports(services: Services): void {
  services.devices.consume('map', async (tx, batch) => {
    const told = await changesOf(tx, batch)
    if (told.length === 0) return undefined
    return () => {
      for (const { projectId, change } of told) services.fieldLive.changed(projectId, change)
    }
  })
}

/** What a batch changes on the maps; what is said of one thing comes in the order of what it says. */
export async function changesOf(tx: Tx, batch: Batch): Promise<readonly Told[]> {
  const fresh = batch.samples.filter(({ isHistory }) => !isHistory)
  const names = fresh.length > 0 ? await metricNames(tx) : String
  const moment = await momentsOf(tx, batch)
  return [
    ...readings(fresh, names),
    ...batch.states.map((report) => ({ projectId: report.projectId, change: stateOf(report, moment) })),
    ...batch.gateways.map((report) => ({ projectId: report.projectId, change: gatewayOf(report, moment) })),
    ...(await presences(tx, batch)),
    ...(await flowChanges(tx, batch)),
  ]
}

/** One change a device: its readings, the newest of each, from when it is and what it is worth. */
function readings(samples: readonly Sample[], nameOf: (metric: number) => string): readonly Told[] {
  const newest = new Map<string, { sample: Sample; last: Map<number, Sample> }>()
  for (const sample of samples) {
    const known = newest.get(sample.deviceId) ?? { sample, last: new Map() }
    newest.set(sample.deviceId, known)
    const before = known.last.get(sample.metric)
    if (!before || countsFrom(before) <= countsFrom(sample)) known.last.set(sample.metric, sample)
  }
  return [...newest.values()].map(({ sample: { projectId, deviceId }, last }) => {
    const latest = [...last.values()].map((one) => ({
      ...one,
      at: countsFrom(one),
      name: nameOf(one.metric),
    }))
    const change: FieldChange = {
      layer: 'device',
      id: deviceId,
      ts: Math.max(...latest.map(({ at }) => at)),
      last: Object.fromEntries(latest.map(({ name, value }) => [name, value])),
      lastAt: Object.fromEntries(latest.map(({ name, at }) => [name, at])),
      lastQuality: Object.fromEntries(latest.map(({ name, quality }) => [name, qualityWord(quality)])),
      ...frozenOf(latest),
    }
    return { projectId, change }
  })
}

/** What only a sensor that lives or hangs is known of: of other metrics nothing is said. */
function frozenOf(latest: readonly (Sample & { readonly name: string })[]): {
  readonly frozen?: Readonly<Record<string, 0 | 1>>
} {
  const watched = latest.filter(({ metric }) => noiseOf(metric))
  if (watched.length === 0) return {}
  return { frozen: Object.fromEntries(watched.map(({ name, isFrozen }) => [name, isFrozen ? 1 : 0])) }
}

type Moment = (projectId: string, at: number) => string | null

function stateOf(
  { projectId, deviceId, reported, quality, receivedAt }: StateReport,
  moment: Moment,
): FieldChange {
  const { dir, gat, ang, mov, ts } = reported
  return {
    layer: 'device',
    id: deviceId,
    ts: Math.min(ts, receivedAt),
    reportQuality: qualityWord(quality),
    updateTime: moment(projectId, ts),
    ...(dir !== undefined && { openDirection: dir }),
    ...(gat !== undefined && { gatage: gat }),
    ...(ang !== undefined && { angle: ang }),
    ...(mov !== undefined && { moving: mov ? 1 : 0 }),
    reportedAt: ts,
    reported,
  }
}

function gatewayOf({ projectId, gatewayId, change, status, at }: GatewayReport, moment: Moment): FieldChange {
  return {
    layer: 'gateway',
    id: gatewayId,
    isOnline: change === 'offline' ? 0 : 1,
    ...(change !== 'offline' && { lastSeen: moment(projectId, at) }),
    ...(status.bat !== undefined && { gatewayBattery: status.bat }),
    ...(status.rssi !== undefined && { rssi: status.rssi }),
  }
}

/** Times are said in the project's zone, which only the database knows: each project's offset, asked once a batch. */
async function momentsOf(tx: Tx, { states, gateways }: Batch): Promise<Moment> {
  const times = [
    ...states.map(({ projectId, reported }) => ({ projectId, at: reported.ts })),
    ...gateways.map(({ projectId, at }) => ({ projectId, at })),
  ]
  if (times.length === 0) return () => null
  const { rows } = await sql<{ projectId: string; at: number; moment: string }>`
    select project_id as "projectId", at, to_char(to_timestamp(at / 1000) at time zone time_zone, ${MOMENT}) as moment
    from unnest(${times.map(({ projectId }) => projectId)}::text[], ${times.map(({ at }) => at)}::float8[])
      as said (project_id, at)
    join project on project.id = project_id`.execute(tx)
  const known = new Map(rows.map(({ projectId, at, moment }) => [`${projectId} ${at}`, moment]))
  return (projectId, at) => known.get(`${projectId} ${at}`) ?? null
}

/** What has fallen silent, speaks again or has a fault; the rows are written already. */
async function presences(tx: Tx, { presence, states }: Batch): Promise<readonly Told[]> {
  const came = new Map(presence.map(({ deviceId, isOnline, at }) => [deviceId, isOnline ? at : null]))
  const ids = [
    ...came.keys(),
    ...states.filter(({ reported }) => reported.fault !== undefined).map(({ deviceId }) => deviceId),
  ]
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; projectId: string; state: number; isInMaintenance: boolean }>`
    select device.id, device.project_id as "projectId", live.state, device.maintenance is not null as "isInMaintenance"
    from device join device_live live on live.device_id = device.id
    where device.id = any(${[...new Set(ids)]}::text[])`.execute(tx)
  return rows.map(({ id, projectId, state, isInMaintenance }) => {
    const ts = came.get(id) ?? null
    const deviceState = deviceStateOf(state, isInMaintenance)
    return { projectId, change: { layer: 'device', id, deviceState, ...(ts !== null && { ts }) } }
  })
}
