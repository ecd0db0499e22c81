import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../../database/schema'

/** Whether a set of the account in question opens a menu entry that is in use; administrators need none. */
export function seesEntry(menuId: string) {
  return ({ selectFrom, exists }: ExpressionBuilder<Database, 'user_account'>) =>
    exists(
      selectFrom('menu_seen')
        .whereRef('menu_seen.user_id', '=', 'user_account.id')
        .where('menu_seen.menu_id', '=', menuId)
        .select('menu_seen.menu_id'),
    )
}
