import { sql } from 'kysely'
import type { CallContext } from '../../../module'
import { stateOf } from '../command/schedules'
import type { Overview } from './answer'

const MOST = 10
/** How what became of a planned start is to be taken. */
const TONES = {
  RUNNING: 'success',
  FINISHED: 'success',
  NOT_DUE: 'muted',
  STOPPED: 'warning',
  BLOCKED: 'warning',
  MISSED: 'danger',
  FAILED: 'danger',
} as const

/** What the project's schedules have decided since its midnight, the latest first. */
export async function decisionsToday({
  db,
  projectId,
  text,
}: CallContext): Promise<NonNullable<Overview['decisions']>> {
  const rows = await db
    .selectFrom('schedule_run as run')
    .innerJoin('schedule', 'schedule.id', 'run.schedule_id')
    .innerJoin('project', 'project.id', 'run.project_id')
    .leftJoin('irrigation_run as watered', 'watered.id', 'run.run_id')
    .selectAll('run')
    .select(['schedule.name', 'watered.state as run_state'])
    .where('run.project_id', '=', projectId)
    .where(sql<boolean>`run.planned_at >= date_trunc('day', now(), project.time_zone)`)
    .orderBy('run.planned_at', 'desc')
    .orderBy('run.id')
    .limit(MOST)
    .execute()
  return rows.map((row) => {
    const state = stateOf(row)
    return {
      ...{ id: row.id, name: row.name, at: row.planned_at.getTime(), tone: TONES[state] },
      word: text(`@irrigation.schedule_${state}`),
      why: row.why === '' ? '' : text(row.why, row.why_params),
    }
  })
}
