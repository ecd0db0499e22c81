import type { Db } from '../../../module'
import type { AlarmCopy } from './wire'

/** One change of an alarm as it is read back to be told. */
export interface AlarmNews {
  readonly seq: number
  readonly kind: string
  readonly calls: boolean
  readonly at: number
  readonly alarm: AlarmCopy
}

/** What has happened in a project after `since`, at most so much. */
export async function newsAfter(
  db: Db,
  projectId: string,
  since: number,
  most: number,
): Promise<readonly AlarmNews[]> {
  const rows = await db
    .selectFrom('alarm_event')
    .select(['seq', 'kind', 'calls', 'at', 'alarm'])
    .where('project_id', '=', projectId)
    .where('seq', '>', since)
    .orderBy('seq')
    .limit(most)
    .execute()
  return rows.map((row) => ({ ...row, at: row.at.getTime(), alarm: row.alarm as AlarmCopy }))
}
