import { STALE_AFTER_INTERVALS } from '@runtime/field/kinds'
import { sql } from 'kysely'
import { eachApart } from '../apart'
import type { Db, Tx } from '../module'
import type { AfterCommit } from './committer'
import type { Batch, Consumer, GatewayReport, PresenceReport } from './ingest'
import { consume, prepare } from './keep'
import { bury, type Signs } from './live'

/** Held for a project by the server that looks after who has fallen silent in it. */
const SWEEP_LOCK = 7_310_003

const STALE = sql.lit(STALE_AFTER_INTERVALS)
const DEAD = sql`
  is_online and gateway.deleted_at is null and last_seen_at < now() - make_interval(secs => keepalive_sec * ${STALE})`
const SILENT = sql`
  state in (0, 2) and device.deleted_at is null and device.enabled_mark = 1
  and last_seen_at < now() - make_interval(secs => uplink_every_sec * ${STALE})`

/**
 * Finds gateways and devices that have fallen silent for 2.5 of their intervals: a broker may lose wills (`design/field.md §2.6`).
 * Of several servers one does it. The consumers hear of it in the same transaction, which is a project's own: one whose
 * silence cannot be kept is told of and keeps no other from being looked at.
 */
export async function sweep(
  db: Db,
  consumers: ReadonlyMap<string, Consumer>,
  signs: Signs,
  failed: (error: unknown, projectId: string) => void,
): Promise<readonly AfterCommit[]> {
  const { rows } = await sql<{ project_id: string }>`
    select project_id from gateway where ${DEAD}
    union select device.project_id from device_live join device on device.id = device_id where ${SILENT}`.execute(
    db,
  )
  const projectIds = rows.map(({ project_id }) => project_id)
  const done = await eachApart(
    projectIds,
    async (projectId) => {
      await prepare([projectId], consumers)
      return db.transaction().execute((tx) => sweepProject(tx, projectId, consumers, signs))
    },
    failed,
  )
  return done.flat()
}

async function sweepProject(
  tx: Tx,
  projectId: string,
  consumers: ReadonlyMap<string, Consumer>,
  signs: Signs,
): Promise<readonly AfterCommit[]> {
  const { rows: turn } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${SWEEP_LOCK}::int, hashtext(${projectId})) as mine`.execute(tx)
  if (!turn[0]?.mine) return []
  const { rows: dead } = await sql<{ id: string; died_at: Date }>`
    with dead as (
      select id from gateway where project_id = ${projectId} and ${DEAD} order by id for no key update skip locked)
    update gateway set is_online = false, died_at = last_seen_at from dead where dead.id = gateway.id
    returning gateway.id, died_at`.execute(tx)
  const gateways: GatewayReport[] = []
  const presence: PresenceReport[] = []
  for (const { id, died_at } of dead) {
    const at = died_at.getTime()
    gateways.push({ projectId, gatewayId: id, change: 'offline', status: {}, at })
    for (const report of await bury(tx, id, at, signs)) presence.push(report)
  }
  const { rows: silent } = await sql<{ device_id: string; gateway_id: string; at: Date }>`
    with silent as (
      select device_id, gateway_id from device_live join device on device.id = device_id
      where device.project_id = ${projectId} and ${SILENT}
      order by device_id for update of device_live skip locked)
    update device_live set state = 1 from silent where silent.device_id = device_live.device_id
    returning device_live.device_id, gateway_id, last_seen_at as at`.execute(tx)
  for (const { device_id, gateway_id, at } of silent) {
    signs.devices.delete(device_id)
    presence.push({
      projectId,
      gatewayId: gateway_id,
      deviceId: device_id,
      isOnline: false,
      at: at.getTime(),
    })
  }
  if (gateways.length === 0 && presence.length === 0) return []
  const batch: Batch = { samples: [], states: [], events: [], acks: [], gateways, presence }
  return consume(tx, batch, consumers)
}
