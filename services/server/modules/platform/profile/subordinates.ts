import type { profileCalls } from '@services/contract/areas/platform/profile'
import type { ResponseOf } from '@services/contract/call'
import { sql } from 'kysely'
import { asRead } from '../../../database/reading'
import { notFound } from '../../../http/errors'
import type { CallContext } from '../../../module'

type Answer = ResponseOf<(typeof profileCalls)['currentUser.subordinates']>

/** The id by which the caller is meant. */
const SELF = '0'
/** Managers above one another; more is a circle. */
const LONGEST_CHAIN = 50

/** Whom the caller manages directly, or whom one of these manages; nobody else's people are told. */
export async function listSubordinates(context: CallContext, id: string): Promise<Answer> {
  const { db, user } = context
  const manager = id === SELF ? user.userId : id
  if (manager !== user.userId && !(await isBelow(context, manager))) throw notFound()
  const rows = await db
    .selectFrom('user_account as person')
    .leftJoin('user_organize as own', (join) =>
      join.onRef('own.user_id', '=', 'person.id').on('own.sort', '=', 0),
    )
    .leftJoin('organize as unit', 'unit.id', 'own.organize_id')
    .leftJoin('user_position as held', (join) =>
      join.onRef('held.user_id', '=', 'person.id').on('held.sort', '=', 0),
    )
    .leftJoin('position', 'position.id', 'held.position_id')
    .select([
      'person.id',
      'person.real_name',
      'person.account',
      'person.head_icon',
      'unit.full_name as department',
      'position.full_name as position',
      sql<boolean>`exists (
        select from user_account below where below.manager_id = person.id and below.status = 1)`.as(
        'manages',
      ),
    ])
    .where('person.manager_id', '=', manager)
    .where('person.status', '=', 1)
    .orderBy('person.sort_code')
    .orderBy(asRead('person.account'))
    .execute()
  return {
    list: rows.map((row) => ({
      id: row.id,
      userName: row.real_name,
      account: row.account,
      headIcon: row.head_icon,
      department: row.department ?? '',
      position: row.position ?? '',
      isLeaf: !row.manages,
    })),
  }
}

async function isBelow({ db, user }: CallContext, id: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with recursive above (id, step) as (
      select manager_id, 1 from user_account where id = ${id}
      union all
      select manager_id, step + 1 from user_account join above using (id) where step < ${LONGEST_CHAIN}
    ) select id from above where id = ${user.userId} limit 1`.execute(db)
  return rows.length > 0
}
