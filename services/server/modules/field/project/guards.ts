import { sql } from 'kysely'
import { notFound } from '../../../http/errors'
import type { ThingGuard } from '../../../http/targets'
import type { Db, ModuleServer } from '../../../module'
import type { ProjectThing } from '../../../right'

/** Where things of a project stand: their table, the column that a call names them by, and whether deleted ones stay there. */
const PLACES = {
  gateway: { table: 'gateway', key: 'id', isKept: true },
  device: { table: 'device', key: 'id', isKept: true },
  pipe: { table: 'pipe', key: 'id', isKept: true },
  node: { table: 'pipe_node', key: 'id', isKept: true },
  block: { table: 'block', key: 'id', isKept: true },
  recipe: { table: 'fert_recipe', key: 'id', isKept: true },
  group: { table: 'irrigation_group', key: 'id', isKept: true },
  schedule: { table: 'schedule', key: 'id', isKept: true },
  alarm: { table: 'alarm', key: 'fid', isKept: false },
  alarmRule: { table: 'alarm_rule', key: 'id', isKept: false },
} as const satisfies Partial<Record<ProjectThing, object>>

type Place = (typeof PLACES)[keyof typeof PLACES]

/** Says how a right to a thing of a project is checked: by the caller's level in the thing's project. */
export function guardThings({ db, services }: Pick<ModuleServer, 'db' | 'services'>): void {
  const { things } = services.targets.guards
  const { projects } = services
  const by =
    (
      find: (id: string, input: Readonly<Record<string, unknown>>) => Promise<string | undefined>,
    ): ThingGuard =>
    async (context, id, level, input) => {
      const projectId = await find(id, input)
      if (projectId === undefined) throw notFound()
      await projects.demand(context, projectId, level)
      return projectId
    }
  things.project = by(async (id) => id)
  for (const [thing, place] of Object.entries(PLACES))
    things[thing as keyof typeof PLACES] = by((id) => projectOf(db, place, id))
  // What an alarm is about: a device, or a gateway.
  things.source = by(
    async (id) => (await projectOf(db, PLACES.device, id)) ?? projectOf(db, PLACES.gateway, id),
  )
  // The clients make a command's id; one that names the project as well means that one's.
  things.command = by(async (id, { projectId, project_id }) => {
    const given = projectId ?? project_id
    const row = await db
      .selectFrom('command')
      .select('project_id')
      .where('id', '=', id)
      .$if(given !== undefined, (query) => query.where('project_id', '=', String(given)))
      .executeTakeFirst()
    return row?.project_id
  })
}

async function projectOf(db: Db, { table, key, isKept }: Place, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ readonly project_id: string }>`
    select project_id from ${sql.table(table)}
    where ${sql.ref(key)} = ${id} ${isKept ? sql`and deleted_at is null` : sql``}`.execute(db)
  return rows[0]?.project_id
}
