import { sql } from 'kysely'
import type { CallContext, Db } from '../../../module'
import { alarmCounts } from '../alarm/kpis'
import type { Overview } from './answer'

type Alarms = NonNullable<Overview['alarms']>

/** Up to this severity an alarm is urgent: critical and high. */
const URGENT = 2
const LIST = '/field/alarms'

/** The alarms of the call's project that wait, by how bad they are and by whose they are. */
export async function waitingAlarms({ db, projectId, text }: CallContext): Promise<Alarms> {
  const [{ active, unacknowledged, bySeverity }, duties] = await Promise.all([
    alarmCounts(db, projectId),
    dutiesOf(db, projectId),
  ])
  const levels = bySeverity.map((count, index) => ({
    severity: index + 1,
    title: text(`@alarm.severity.${index + 1}`),
    count,
  }))
  return {
    ...{ active, unacknowledged, duties, levels: levels.filter(({ count }) => count > 0) },
    urgent: bySeverity.slice(0, URGENT).reduce((sum, count) => sum + count, 0),
  }
}

/** An alarm is whose who acknowledged it; come back since, it is nobody's again. */
async function dutiesOf(db: Db, projectId: string): Promise<Alarms['duties']> {
  const { rows } = await sql<{ name: string; count: number; urgent: number }>`
    with waiting as (
      select severity, case when state in ('UNACK', 'RTN_UNACK', 'LATCHED_UNACK') then '' else ack_by end as name
      from alarm where project_id = ${projectId} and closed_at is null
        and state not in ('SHELVED', 'SUPPRESSED_BY_DESIGN', 'OUT_OF_SERVICE'))
    select name, count(*)::int as count, count(*) filter (where severity <= ${URGENT})::int as urgent
    from waiting group by name order by name <> '', count desc, name`.execute(db)
  return rows.map((row) => ({ ...row, path: pathOf(row.name) }))
}

function pathOf(name: string): string {
  return name === '' ? `${LIST}?acknowledged=0` : `${LIST}?acknowledged=1&ackUser=${encodeURIComponent(name)}`
}
