import type { profileCalls } from '@services/contract/areas/platform/profile'
import type { ResponseOf } from '@services/contract/call'
import { sql } from 'kysely'
import type { CallContext } from '../../../module'
import { TIME_ZONE } from '../../../time-zone'

/** Records that are counted one by one; beyond, there are "more". */
const MOST_COUNTED = 10_000
/** Days that the dashboard looks back on, today among them. */
const DAYS = 14

/** How much of what there is is the caller's own, and how busy each of the last days was. */
export async function countOwn({
  db,
  user,
}: CallContext): Promise<ResponseOf<(typeof profileCalls)['dashboard.own']>> {
  const [counted, days] = await Promise.all([
    sql<{ count: number }>`
      select count(*)::int as count from (
        select from record where owner_id = ${user.userId} and deleted_at is null limit ${MOST_COUNTED + 1}
      ) own`.execute(db),
    sql<{ day: string; records: number; operations: number }>`
      with span as (
        select (now() at time zone ${TIME_ZONE})::date - back as day from generate_series(${DAYS - 1}::int, 0, -1) back
      ), first as (select (min(day)::timestamp at time zone ${TIME_ZONE}) as at from span),
      made as (
        select (created_at at time zone ${TIME_ZONE})::date as day, count(*)::int as count from record, first
        where owner_id = ${user.userId} and deleted_at is null and created_at >= first.at group by 1
      ), done as (
        select (audit.at at time zone ${TIME_ZONE})::date as day, count(*)::int as count from audit, first
        where user_id = ${user.userId} and audit.at >= first.at group by 1
      )
      select to_char(span.day, 'YYYY-MM-DD') as day,
        coalesce(made.count, 0) as records, coalesce(done.count, 0) as operations
      from span left join made using (day) left join done using (day) order by span.day`.execute(db),
  ])
  const count = counted.rows[0]?.count ?? 0
  return { records: Math.min(count, MOST_COUNTED), capped: count > MOST_COUNTED, days: days.rows }
}
