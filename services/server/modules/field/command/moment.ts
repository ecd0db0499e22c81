import type { Db, Tx } from '../../../module'

/** Writes moments as the wire has them, `2026-06-01 10:20:30`, in a project's own time zone. */
export async function momentsOf(db: Db | Tx, projectId: string): Promise<(at: Date) => string> {
  const project = await db
    .selectFrom('project')
    .select('time_zone')
    .where('id', '=', projectId)
    .executeTakeFirst()
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: project?.time_zone ?? 'Asia/Shanghai',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return (at) => format.format(at)
}
