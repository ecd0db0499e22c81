import { sql } from 'kysely'
import type { Db } from '../../../module'

/** Who a person is and where they stand, as everything that runs for them knows it: one query. */
export function selectPerson(db: Db) {
  return db
    .selectFrom('user_account')
    .leftJoin('user_organize as own', (join) =>
      join.onRef('own.user_id', '=', 'user_account.id').on('own.sort', '=', 0),
    )
    .leftJoin('organize as unit', 'unit.id', 'own.organize_id')
    .leftJoin('organize as company', 'company.id', 'unit.company_id')
    .select([
      'user_account.id as userId',
      'user_account.account as userAccount',
      'user_account.real_name as userName',
      'user_account.is_administrator as isAdministrator',
      'user_account.head_icon as headIcon',
      'user_account.status',
      sql<string>`coalesce(user_account.manager_id, '')`.as('managerId'),
      sql<string>`coalesce(company.id, '')`.as('organizeId'),
      sql<string>`coalesce(company.full_name, '')`.as('organizeName'),
      sql<string[]>`coalesce(unit.path, '{}')`.as('organizeIdList'),
      sql<string>`case unit.category when 'department' then unit.id else '' end`.as('departmentId'),
      sql<string>`case unit.category when 'department' then unit.full_name else '' end`.as('departmentName'),
      sql<{ id: string; name: string }[]>`(
        select coalesce(json_agg(json_build_object('id', position.id, 'name', position.full_name) order by held.sort), '[]')
        from user_position held join position on position.id = held.position_id
        where held.user_id = user_account.id)`.as('positionIds'),
      sql<string[]>`array(
        select role_id from user_role join role on role.id = role_id
        where user_id = user_account.id and role.enabled_mark = 1 order by role.en_code)`.as('roleIds'),
      sql<string[]>`array(
        select group_id from user_group_member join user_group on user_group.id = group_id
        where user_id = user_account.id and user_group.enabled_mark = 1 order by sort_code, group_id)`.as(
        'groupIds',
      ),
    ])
}

type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPerson>['executeTakeFirstOrThrow']>>

/** A person as the caller of calls; the position of a person with several is the first. */
export function callerOf(row: PersonRow) {
  const { userId, userAccount, userName, isAdministrator, headIcon, managerId } = row
  const { organizeId, organizeName, organizeIdList, departmentId, departmentName } = row
  const { positionIds, roleIds, groupIds } = row
  return {
    ...{ userId, userAccount, userName, isAdministrator, headIcon, managerId },
    ...{ organizeId, organizeName, organizeIdList, departmentId, departmentName },
    ...{ positionIds, positionName: positionIds[0]?.name ?? '', roleIds, groupIds },
  }
}
