import type { sessionCalls } from '@services/contract/areas/platform/session'
import type { ResponseOf } from '@services/contract/call'
import { sql } from 'kysely'
import { isPrivateAddress } from '../../../http/addresses'
import type { CallContext, Db, Services } from '../../../module'
import { TIME_ZONE } from '../../../time-zone'
import { openPart } from '../system-config/config'
import { daysLeft } from './password-age'

type CurrentUserAnswer = ResponseOf<(typeof sessionCalls)['session.currentUser']>

/** Everything the shell needs to draw itself for this person (`spec/shell-and-monitoring.md §3, §7.1`). */
export async function describeCurrentUser(
  context: CallContext,
  services: Services,
): Promise<CurrentUserAnswer> {
  const { db, user, language } = context
  const [row, place, roles, menuList, permissionList, config, systems, signature] = await Promise.all([
    db.selectFrom('user_account').selectAll().where('id', '=', user.userId).executeTakeFirstOrThrow(),
    readPlace(db, user.userId),
    services.rights.rolesOf(user.userId, language),
    services.menu.treeFor(user, language),
    services.rights.permissionsOf(user, language),
    services.systemConfig.read(),
    services.systems.of(user, language),
    db
      .selectFrom('sign_image')
      .select('sign_img')
      .where('user_id', '=', user.userId)
      .where('is_default', '=', true)
      .executeTakeFirst(),
  ])
  return {
    menuList,
    routerList: flatten(menuList),
    permissionList,
    sysConfigInfo: { ...openPart(config), timeZone: TIME_ZONE },
    userInfo: {
      userId: row.id,
      userAccount: row.account,
      userName: row.real_name,
      headIcon: row.head_icon,
      organizeId: user.organizeId ?? '',
      organizeName: user.organizeName ?? '',
      organizeIdList: [...(user.organizeIdList ?? [])],
      departmentId: user.departmentId ?? '',
      departmentName: user.departmentName ?? '',
      departments: place.departments,
      positionIds: (user.positionIds ?? []).map(({ id, name = '' }) => ({ id, name })),
      positionName: user.positionName ?? '',
      roleIds: roles.map((role) => role.id),
      roleName: roles.map((role) => role.name).join(context.text('@server.comma')),
      groupIds: [...(user.groupIds ?? [])],
      manager: place.manager,
      managerId: row.manager_id ?? '',
      subordinateIds: place.subordinateIds,
      isAdministrator: row.is_administrator,
      portalId: '',
      signImg: signature?.sign_img ?? '',
      systemId: systems.find((system) => system.currentSystem)?.id ?? '',
      systemIds: [...systems],
      theme: row.theme,
      appearance: row.appearance,
      alarmSound: row.alarm_sound,
      favourites: row.favourites,
      language: row.language,
      changePasswordDate: row.change_password_at?.getTime() ?? null,
      viewedBy: user.viewedBy?.userName ?? null,
      passwordDue: user.passwordDue !== null,
      passwordDueReason: user.passwordDue,
      passwordDaysLeft: daysLeft(row.password_at, config),
      prevLogin: row.previous_login_at && config.lastLoginTimeSwitch === 1 ? 1 : 0,
      prevLoginTime: row.previous_login_at?.getTime() ?? null,
      prevLoginIPAddress: row.previous_login_ip,
      prevLoginIPAddressName: isPrivateAddress(row.previous_login_ip)
        ? context.text('@server.localNetwork')
        : '',
    },
  }
}

/** The units a person belongs to, the current one first, and whom they work for and with. */
async function readPlace(db: Db, userId: string) {
  return db
    .selectFrom('user_account')
    .leftJoin('user_account as manager', 'manager.id', 'user_account.manager_id')
    .select([
      sql<string>`coalesce(manager.real_name, '')`.as('manager'),
      sql<{ id: string; name: string }[]>`(
        select coalesce(json_agg(json_build_object('id', unit.id, 'name', unit.path_name) order by own.sort), '[]')
        from user_organize own join organize unit on unit.id = own.organize_id
        where own.user_id = user_account.id)`.as('departments'),
      sql<string[]>`array(
        select id from user_account below
        where below.manager_id = user_account.id and below.status = 1 order by below.sort_code, below.account)`.as(
        'subordinateIds',
      ),
    ])
    .where('user_account.id', '=', userId)
    .executeTakeFirstOrThrow()
}

type Item = CurrentUserAnswer['menuList'][number]

function flatten(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [{ ...item, children: [] }, ...flatten(item.children as Item[])])
}
