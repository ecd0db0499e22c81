import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Db, SessionUser, Tx } from '../../../module'
import { LEVELS, type Level } from '../../../right'

type Caller = Pick<SessionUser, 'userId' | 'isAdministrator'>

/** Who may do what in which project (`design/field.md §3.2`, project_member). Administrators may do all in each. */
export interface Projects {
  /**
   * @throws ApiError 404 where the caller may not even see the project (or there is none), 403 where they may do less than `level`.
   */
  demand(context: Pick<CallContext, 'user' | 'text'>, projectId: string, level: Level): Promise<void>
  /** Ids of the projects a person may see, in the order of pickers; hidden ones too. */
  visible(user: Caller): Promise<readonly string[]>
  /** What a person may do in a project; null: not even see it. */
  levelOf(user: Caller, projectId: string): Promise<Level | null>
  /**
   * By people's ids, which of these projects each may see now, whatever their sessions were opened with: nothing where the
   * account is disabled or gone. One statement for all: asked whenever rights change, of whoever is being told of projects.
   */
  seenBy(
    userIds: Iterable<string>,
    projectIds: Iterable<string>,
  ): Promise<{ has(userId: string, projectId: string): boolean }>
}

declare module '../../../module' {
  interface Services {
    projects: Projects
  }
}

/** A level includes those before it. */
export const heldInProjects = sql<{ user_id: string; what: string }>`
  select user_id, 'project/' || project_id || '/' || least_level as what from project_right
  cross join lateral unnest((${sql.lit(`{${LEVELS}}`)}::text[])[:array_position(${sql.lit(`{${LEVELS}}`)}::text[], level)]) least_level`

export function createProjects(db: Db): Projects {
  const levelOf = async (user: Caller, projectId: string): Promise<Level | null> => {
    if (user.isAdministrator) return (await exists(db, projectId)) ? 'manage' : null
    const rows = await db
      .selectFrom('project_right')
      .innerJoin('project', 'project.id', 'project_right.project_id')
      .select('level')
      .where('project_id', '=', projectId)
      .where('user_id', '=', user.userId)
      .where('project.deleted_at', 'is', null)
      .execute()
    const highest = Math.max(...rows.map(({ level }) => LEVELS.indexOf(level)))
    return LEVELS[highest] ?? null
  }

  const demand: Projects['demand'] = async ({ user, text }, projectId, level) => {
    const own = await levelOf(user, projectId)
    // A project that one may not see is, to them, none: its id tells nothing.
    if (own === null) throw notFound()
    if (LEVELS.indexOf(own) < LEVELS.indexOf(level))
      throw new ApiError(CODE.forbidden, '@field.noProjectRight', {
        params: { level: text(`@field.level.${level}`) },
      })
  }

  const seenBy: Projects['seenBy'] = async (userIds, projectIds) => {
    const [people, some] = [[...new Set(userIds)], [...new Set(projectIds)]]
    const { rows } = await sql<{ readonly seen: string }>`
      select distinct user_account.id || '/' || project.id as seen from (
        select user_id, project_id from project_right
        where user_id = any(${people}::text[]) and project_id = any(${some}::text[])
        union all
        select user_account.id, project.id from user_account cross join project
        where is_administrator and user_account.id = any(${people}::text[]) and project.id = any(${some}::text[])
      ) held
      join user_account on user_account.id = held.user_id and user_account.status = 1
      join project on project.id = held.project_id and project.deleted_at is null`.execute(db)
    const seen = new Set(rows.map((row) => row.seen))
    return { has: (userId, projectId) => seen.has(`${userId}/${projectId}`) }
  }

  return {
    demand,
    levelOf,
    seenBy,
    async visible(user) {
      const rows = await visibleProjects(db, user).select('project.id').execute()
      return rows.map(({ id }) => id)
    },
  }
}

/** The projects a person may see, as the beginning of a query over `project`. */
export function visibleProjects(db: Db | Tx, user: Caller) {
  return db
    .selectFrom('project')
    .where('project.deleted_at', 'is', null)
    .$if(!user.isAdministrator, (query) =>
      query.where('project.id', 'in', (from) =>
        from.selectFrom('project_right').select('project_id').where('user_id', '=', user.userId),
      ),
    )
    .orderBy('project.sort_code')
    .orderBy('project.id')
}

async function exists(db: Db, projectId: string): Promise<boolean> {
  const found = await db
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}
