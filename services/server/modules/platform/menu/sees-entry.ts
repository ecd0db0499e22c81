import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../../database/schema'

/** Whether a role of the account in question opens a menu entry that is in use; administrators need none. */
export function seesEntry(menuId: string) {
  return ({ selectFrom, exists }: ExpressionBuilder<Database, 'user_account'>) =>
    exists(
      selectFrom('role_right')
        .innerJoin('user_role', 'user_role.role_id', 'role_right.role_id')
        .innerJoin('role', 'role.id', 'role_right.role_id')
        .innerJoin('menu', 'menu.id', 'role_right.menu_id')
        .whereRef('user_role.user_id', '=', 'user_account.id')
        .where('role_right.menu_id', '=', menuId)
        .where('role_right.kind', '=', 'menu')
        .where('role.enabled_mark', '=', 1)
        .where('menu.is_enabled', '=', true)
        .select('role_right.menu_id'),
    )
}
