import { isAnyOf } from '../../../database/batches'
import type { Db } from '../../../module'

/** Names of those who are in charge of each of these projects: people who manage it by themselves, not by a role or a unit. */
export async function inChargeOf(
  db: Db,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .selectFrom('project_member')
    .innerJoin('user_account', 'user_account.id', 'subject_id')
    .select(['project_id', 'real_name'])
    .where(isAnyOf('project_id', projectIds))
    .where('subject_kind', '=', 'user')
    .where('level', '=', 'manage')
    .where('user_account.status', '=', 1)
    .orderBy('real_name')
    .orderBy('user_account.id')
    .execute()
  const names = new Map<string, string[]>()
  for (const { project_id, real_name } of rows)
    names.set(project_id, [...(names.get(project_id) ?? []), real_name])
  return names
}
