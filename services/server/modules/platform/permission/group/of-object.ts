import type { ObjectType } from '@services/contract/areas/platform/permission-group'
import type { CallContext, Db } from '../../../../module'
import type { Subject } from '../tables'
import { shortOf } from './reading'

/** What the wire's types of objects are among the members of sets. */
export const SUBJECT_OF: Readonly<Record<Exclude<ObjectType, 'PermissionGroup'>, Subject>> = {
  User: 'user',
  Role: 'role',
  Position: 'position',
  Group: 'group',
  Organize: 'organize',
}

/** Through which enabled permission groups somebody has rights: a person through all that they belong to, anything else by itself. */
export async function permissionGroupsOf(context: CallContext, id: string, type: ObjectType) {
  const { db } = context
  if (type === 'User' && (await isAdministrator(db, id))) return { type: 2, list: [] }
  let rows = db
    .selectFrom('permission_set')
    .select(['permission_set.id', 'full_name', 'en_code'])
    .distinct()
    .select('sort_code')
    .where('kind', '=', 'group')
    .where('enabled_mark', '=', 1)
  if (type === 'PermissionGroup') rows = rows.where('permission_set.id', '=', id)
  else if (type === 'User')
    rows = rows.where('permission_set.id', 'in', (from) =>
      from.selectFrom('permission_held').select('set_id').where('user_id', '=', id),
    )
  else
    rows = rows.where('permission_set.id', 'in', (from) =>
      from
        .selectFrom('permission_member')
        .select('set_id')
        .where('subject', '=', SUBJECT_OF[type])
        .where('subject_id', '=', id),
    )
  const list = (await rows.orderBy('sort_code').orderBy('permission_set.id').execute()).map(shortOf)
  return { type: list.length > 0 ? 1 : 0, list }
}

async function isAdministrator(db: Db, id: string): Promise<boolean> {
  const account = await db
    .selectFrom('user_account')
    .select('is_administrator')
    .where('id', '=', id)
    .executeTakeFirst()
  return account?.is_administrator ?? false
}
