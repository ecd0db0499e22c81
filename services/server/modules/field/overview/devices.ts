import { EVENTS } from '@runtime/field/alarm/rule'
import { STALE_AFTER_INTERVALS } from '@runtime/field/kinds'
import { sql } from 'kysely'
import type { CallContext, Db } from '../../../module'
import type { Overview } from './answer'
import { lastDays } from './days'

type Devices = NonNullable<Overview['devices']>

/** How many devices of the call's project there are, and of how many nothing is heard or a fault is told. */
export async function devicesOf({ db, projectId }: CallContext): Promise<Devices> {
  const { rows } = await sql<Devices>`
    select count(*)::int as total, count(*) filter (where coalesce(live.state, 1) = 1)::int as stale,
      count(*) filter (where live.state = 2)::int as fault
    from device left join device_live live on live.device_id = device.id
    where device.project_id = ${projectId} and device.deleted_at is null and device.enabled_mark = 1`.execute(
    db,
  )
  return rows[0] ?? { total: 0, stale: 0, fault: 0 }
}

/** Rules by which devices that fall silent are told of. */
const rulesOf = (projectId: string) => sql`
  from alarm_rule where project_id = ${projectId} and source = 'event' and signal = ${EVENTS.offline} and kind <> 'GATEWAY'`

/**
 * How many devices were silent at some time of each of the last seven days, today the last: by the alarms that told so, and
 * those that are silent still. Null for a day before today where no alarm would have told.
 */
export async function silentByDay(db: Db, projectId: string): Promise<(number | null)[]> {
  const { rows } = await sql<{ count: number; isTold: boolean }>`
    with ${lastDays(projectId)},
      own as (select id, uplink_every_sec, created_at from device
        where project_id = ${projectId} and deleted_at is null and enabled_mark = 1),
      -- One alarm may have come and gone many times before anybody acknowledged it.
      told as (
        select source_id as id, event.kind, event.at as since,
          lead(event.at) over (partition by event.fid order by event.seq) as until
        from midnight, alarm join alarm_event as event on event.fid = alarm.fid
        where alarm.project_id = ${projectId} and alarm.source_kind = 'device'
          and alarm.type in (select type ${rulesOf(projectId)})
          and (alarm.closed_at is null or alarm.closed_at >= today - interval '6 days')
          and event.kind in ('activate', 'return', 'remove')),
      silent as (
        select id, since, until from told join own using (id) where kind = 'activate'
        union all
        select id, coalesce(
          last_seen_at + make_interval(secs => uplink_every_sec * ${sql.lit(STALE_AFTER_INTERVALS)}), created_at), null
        from own left join device_live live on live.device_id = own.id where coalesce(live.state, 1) = 1)
    select count(distinct silent.id)::int as count, part = 0 or exists (
      select ${rulesOf(projectId)} and enabled_mark = 1) as "isTold"
    from day left join silent
      on silent.since < day.finish and (silent.until is null or silent.until >= day.begin)
    group by part order by part`.execute(db)
  return rows.map(({ count, isTold }) => (isTold ? count : null))
}
