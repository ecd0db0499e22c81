import type { memberCalls } from '@services/contract/areas/platform/member'
import type { InputOf } from '@services/contract/call'
import { sql } from 'kysely'
import { inOrder, pageOf } from '../../../../database/page'
import { asRead } from '../../../../database/reading'
import { holdsKeyword } from '../../../../database/search'
import type { CallContext } from '../../../../module'
import { standsIn, unitsFor } from '../../permission/layered/scope'
import { demandSeenObject, OBJECTS } from './objects'

/** Members by which a list may be ordered. */
const SORTS = { account: asRead('user_account.account'), realName: asRead('user_account.real_name') } as const

/** Who belongs to something; whose administration is bounded sees those of them who stand in their units. */
export async function listMembers(
  context: CallContext,
  { objectType, id, ...query }: InputOf<(typeof memberCalls)['member.list']>,
) {
  await demandSeenObject(context, { objectType, id })
  const { table, column } = OBJECTS[objectType]
  const open = await unitsFor(context, 'select')
  const rows = context.db
    .selectFrom('user_account')
    .leftJoin('user_organize as own', (join) =>
      join.onRef('own.user_id', '=', 'user_account.id').on('own.sort', '=', 0),
    )
    .leftJoin('organize as unit', 'unit.id', 'own.organize_id')
    .select([
      'user_account.id',
      'user_account.account',
      'user_account.real_name',
      'user_account.mobile_phone',
      'user_account.status',
      'unit.path_name',
    ])
    .where(
      sql<boolean>`user_account.id in (
        select user_id from ${sql.table(table)} where ${sql.ref(column)} = ${id})`,
    )
    .where(standsIn(open))
    .where(
      holdsKeyword(
        query.keyword,
        'user_account.real_name',
        'user_account.account',
        'user_account.mobile_phone',
      ),
    )
  const { list, pagination } = await pageOf(
    inOrder(rows, SORTS, 'user_account.sort_code', query)
      .orderBy(asRead('user_account.account'))
      .orderBy('user_account.id'),
    query,
  )
  return {
    list: list.map((row) => ({
      ...{ id: row.id, account: row.account, realName: row.real_name, mobilePhone: row.mobile_phone },
      ...{ organize: row.path_name ?? '', enabledMark: row.status },
    })),
    pagination,
  }
}
