import { PUMP_STATE } from '@runtime/field/kinds'
import type { commandCalls } from '@services/contract/areas/field/command'
import type { ResponseOf } from '@services/contract/call'
import { sql } from 'kysely'
import type { Db } from '../../../module'

type ToStop = ResponseOf<(typeof commandCalls)['fieldManagement.toStop']>

const IN_FLIGHT = ['QUEUED', 'SENT', 'ACCEPTED', 'EXECUTING']
const TURNING = [PUMP_STATE.starting, PUMP_STATE.running, PUMP_STATE.stopping]

/** What of a project runs or stands open by its last word, however old, or has been told to. */
export async function toStop(db: Db, projectId: string): Promise<ToStop> {
  const { rows } = await sql<ToStop>`
    with begun as (
      select actuator_id, target ->> 'op' as op from command
      where project_id = ${projectId} and state = any(${IN_FLIGHT})
        and (target ->> 'op' in ('pump.start', 'fert.start')
          or target ->> 'op' = 'valve.set' and target ->> 'direction' <> '0' and target ->> 'gatage' is distinct from '0')),
    device as (
      select device.kind, live.reported, device.settings, exists (select from begun where actuator_id = device.id) as is_begun
      from device left join device_live live on live.device_id = device.id
      where device.project_id = ${projectId} and device.deleted_at is null and device.enabled_mark = 1
        and device.kind in ('PUMP', 'FERT', 'VALVE_TWB'))
    select
      count(*) filter (where kind = 'PUMP' and (is_begun or (reported ->> 'st')::int = any(${TURNING})))::int as pumps,
      count(*) filter (where kind = 'FERT' and (is_begun or reported ->> 'st' = '1'))::int as spreaders,
      count(*) filter (where kind = 'VALVE_TWB' and (settings -> 'angles' is null or settings -> 'angles' ? 'closed')
        and (is_begun or reported ->> 'dir' <> '0' and reported ->> 'gat' is distinct from '0'))::int as valves,
      (select count(*)::int from irrigation_run where project_id = ${projectId} and state in ('RUNNING', 'STOPPING')) as runs
    from device`.execute(db)
  return rows[0] ?? { pumps: 0, spreaders: 0, valves: 0, runs: 0 }
}
