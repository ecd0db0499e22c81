import { sql } from 'kysely'
import type { CallContext } from '../../../module'
import type { Overview } from './answer'

type Alarms = NonNullable<Overview['alarms']>

/** Up to this severity an alarm is urgent: critical and high. */
const URGENT = 2
const LIST = '/field/alarms'

/** The alarms of the call's project that wait, by how bad they are and by whose they are. */
export async function waitingAlarms({ db, projectId, text }: CallContext): Promise<Alarms> {
  // An alarm is whose who acknowledged it; come back since, it is nobody's again.
  const { rows } = await sql<{ name: string; severity: number; count: number }>`
    select case when state in ('UNACK', 'RTN_UNACK', 'LATCHED_UNACK') then '' else ack_by end as name,
      severity, count(*)::int as count
    from alarm where project_id = ${projectId} and closed_at is null
      and state not in ('SHELVED', 'SUPPRESSED_BY_DESIGN', 'OUT_OF_SERVICE')
    group by 1, 2 order by severity`.execute(db)
  const duties = new Map<string, { count: number; urgent: number }>()
  const levels = new Map<number, number>()
  for (const { name, severity, count } of rows) {
    const duty = duties.get(name) ?? { count: 0, urgent: 0 }
    const urgent = duty.urgent + (severity <= URGENT ? count : 0)
    duties.set(name, { count: duty.count + count, urgent })
    levels.set(severity, (levels.get(severity) ?? 0) + count)
  }
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  return {
    active: sum([...levels.values()]),
    unacknowledged: duties.get('')?.count ?? 0,
    urgent: sum([...duties.values()].map(({ urgent }) => urgent)),
    levels: [...levels].map(([severity, count]) => ({
      ...{ severity, title: text(`@alarm.severity.${severity}`), count },
    })),
    duties: [...duties]
      .map(([name, duty]) => ({ name, ...duty, path: pathOf(name) }))
      .sort((one, other) => rankOf(other) - rankOf(one) || one.name.localeCompare(other.name)),
  }
}

/** Those of nobody first, then by how many. */
const rankOf = ({ name, count }: { readonly name: string; readonly count: number }) =>
  name === '' ? Number.POSITIVE_INFINITY : count

function pathOf(name: string): string {
  return name === '' ? `${LIST}?acknowledged=0` : `${LIST}?acknowledged=1&ackUser=${encodeURIComponent(name)}`
}
