import { DEVICE_STATE } from '@runtime/field/kinds'
import { sql } from 'kysely'
import type { Tx } from '../../../module'
import { type Field, type Readings, readField } from './situation'
import type { Commanding } from './work'

/** Milliseconds after its start that a server waits for valves to say how they stand: gateways come back one by one, and some twice. */
const PATIENCE = 30_000
/** Milliseconds that a server may have been away: valves that were there within that time are waited for. */
const AWAY = 5 * 60_000

/**
 * A project as it stands, for what acts by itself. After a server's start reality is read first, then checked (`design/field.md
 * §2.1`): until its valves have said how they stand the field is settling, at the longest for `PATIENCE`.
 */
export async function readSettledField(
  commanding: Commanding,
  tx: Tx,
  projectId: string,
  readings: Readings,
): Promise<Field> {
  const now = commanding.now()
  const field = await readField(tx, projectId, readings, now)
  if (!(await isSettling(commanding, tx, projectId, now))) return field
  return { ...field, situation: { ...field.situation, isSettling: true } }
}

async function isSettling(
  { startedAt }: Commanding,
  tx: Tx,
  projectId: string,
  now: number,
): Promise<boolean> {
  if (now >= startedAt + PATIENCE) return false
  const { rows } = await sql`
    select 1 from device_live live join device on device.id = live.device_id
    where device.project_id = ${projectId} and device.deleted_at is null and device.enabled_mark = 1
      and device.kind in ('VALVE_MAIN', 'VALVE_TWB')
      and (live.reported_at < ${new Date(startedAt)} or live.state = ${DEVICE_STATE.offline})
      and live.last_seen_at > ${new Date(startedAt - AWAY)}
    limit 1`.execute(tx)
  return rows.length > 0
}
