import { notFound } from '../../../../http/errors'
import type { CallContext, Db, Tx } from '../../../../module'
import { namedInfo, timesOf } from '../../people/change'
import { unitsFor } from '../layered/scope'
import { seesSet } from '../layered/sight'

/** @throws ApiError 404 for one that is not there, or that the caller does not see */
export async function readPermissionGroup(context: CallContext, id: string, db: Db | Tx = context.db) {
  const row = await selectGroups(db)
    .where('permission_set.id', '=', id)
    .where(seesSet(await unitsFor(context, 'select', db)))
    .executeTakeFirst()
  if (!row) throw notFound()
  return groupOf(row)
}

export async function findPermissionGroup(db: Db | Tx, id: string) {
  const row = await selectGroups(db).where('permission_set.id', '=', id).executeTakeFirst()
  return row && groupOf(row)
}

export function selectGroups(db: Db | Tx) {
  return db.selectFrom('permission_set').selectAll('permission_set').where('kind', '=', 'group')
}

type GroupRow = Awaited<ReturnType<ReturnType<typeof selectGroups>['executeTakeFirstOrThrow']>>

export const groupOf = (row: GroupRow) => ({ ...namedInfo(row), version: row.version, ...timesOf(row) })
export const shortOf = (row: Pick<GroupRow, 'id' | 'full_name' | 'en_code'>) => ({
  id: row.id,
  fullName: row.full_name,
  enCode: row.en_code,
})
