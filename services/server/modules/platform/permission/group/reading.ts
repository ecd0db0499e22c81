import { notFound } from '../../../../http/errors'
import type { Db, Tx } from '../../../../module'
import { namedInfo, timesOf } from '../../people/change'

export async function readPermissionGroup(db: Db | Tx, id: string) {
  const group = await findPermissionGroup(db, id)
  if (!group) throw notFound()
  return group
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
