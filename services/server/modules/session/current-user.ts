import type { sessionCalls } from '@services/contract/areas/session'
import type { ResponseOf } from '@services/contract/call'
import type { CallContext, Services } from '../../module'
import { TIME_ZONE } from '../../time-zone'

type CurrentUserAnswer = ResponseOf<(typeof sessionCalls)['session.currentUser']>

/** Everything the shell needs to draw itself for this person (`spec/shell-and-monitoring.md §3, §7.1`). */
export async function describeCurrentUser(
  context: CallContext,
  services: Services,
): Promise<CurrentUserAnswer> {
  const { db, user, language } = context
  const [row, roles, menuList, permissionList, config] = await Promise.all([
    db.selectFrom('user_account').selectAll().where('id', '=', user.userId).executeTakeFirstOrThrow(),
    services.rights.rolesOf(user.userId, language),
    services.menu.treeFor(user, language),
    services.rights.permissionsOf(user, language),
    services.systemConfig.read(),
  ])
  return {
    menuList,
    routerList: flatten(menuList),
    permissionList,
    sysConfigInfo: { ...config, timeZone: TIME_ZONE },
    userInfo: {
      userId: row.id,
      userAccount: row.account,
      userName: row.real_name,
      headIcon: row.head_icon,
      organizeId: row.organize_id,
      organizeName: row.organize_name,
      organizeIdList: row.organize_id ? [row.organize_id] : [],
      departmentId: row.department_id,
      departmentName: row.department_name,
      positionIds: row.position_id ? [{ id: row.position_id, name: row.position_name }] : [],
      positionName: row.position_name,
      roleIds: roles.map((role) => role.id),
      roleName: roles.map((role) => role.name).join(context.text('@server.comma')),
      groupIds: [],
      manager: '',
      isAdministrator: row.is_administrator,
      portalId: '',
      signImg: '',
      systemId: 'main',
      systemIds: [{ id: 'main', name: config.sysName, icon: '', currentSystem: true }],
      theme: row.theme,
      language: row.language,
      changePasswordDate: row.change_password_at?.getTime() ?? null,
      prevLogin: row.previous_login_at ? 1 : 0,
      prevLoginTime: row.previous_login_at?.getTime() ?? null,
      prevLoginIPAddress: row.previous_login_ip,
      prevLoginIPAddressName: '',
    },
  }
}

type Item = CurrentUserAnswer['menuList'][number]

function flatten(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [{ ...item, children: [] }, ...flatten(item.children as Item[])])
}
