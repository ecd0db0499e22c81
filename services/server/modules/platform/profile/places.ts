import type { profileCalls } from '@services/contract/areas/platform/profile'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { demandVersion } from '../../../database/version'
import { ApiError } from '../../../http/errors'
import { type CallContext, Reply, type Services, type Tx } from '../../../module'

type Calls = typeof profileCalls
type Place = ResponseOf<Calls['currentUser.organizes']>['list'][number]

/** The units a person belongs to, the current one first. */
export async function listOrganizes({ db, user }: CallContext): Promise<{ list: Place[] }> {
  const rows = await db
    .selectFrom('user_organize as own')
    .innerJoin('organize as unit', 'unit.id', 'own.organize_id')
    .select(['unit.id', 'unit.full_name', 'unit.path_name', 'own.sort'])
    .where('own.user_id', '=', user.userId)
    .orderBy('own.sort')
    .execute()
  return { list: rows.map((row) => placeOf(row)) }
}

/** The positions a person holds, the current one first. */
export async function listPositions({ db, user }: CallContext): Promise<{ list: Place[] }> {
  const rows = await db
    .selectFrom('user_position as own')
    .innerJoin('position', 'position.id', 'own.position_id')
    .innerJoin('organize as unit', 'unit.id', 'position.organize_id')
    .select(['position.id', 'position.full_name', 'unit.path_name', 'own.sort'])
    .where('own.user_id', '=', user.userId)
    .orderBy('own.sort')
    .execute()
  return { list: rows.map((row) => placeOf(row)) }
}

function placeOf(row: { id: string; full_name: string; path_name: string; sort: number }): Place {
  return { id: row.id, fullName: row.full_name, organize: row.path_name, isDefault: row.sort === 0 }
}

/** Switches what is current; only what the person belongs to can be. */
export async function switchMajor(
  context: CallContext,
  services: Services,
  { majorId, majorType }: InputOf<Calls['currentUser.major']>,
): Promise<Reply<null>> {
  await context.db.transaction().execute(async (tx) => {
    if (majorType === 'System') await services.systems.switchTo(context, majorId, tx)
    else await putFirst(context, tx, MEMBERSHIP[majorType], majorId)
    await context.audit(
      { action: 'currentUser.major', target: context.user.userId, after: { majorType, majorId } },
      tx,
    )
  })
  return new Reply(null, context.text('@places.switched'))
}

const MEMBERSHIP = {
  Organize: { table: 'user_organize', member: 'organize_id' },
  Position: { table: 'user_position', member: 'position_id' },
} as const

/** The current one is that of sort 0; the others keep their order. Two steps, since a sort number stands once a person. */
async function putFirst(
  { user }: CallContext,
  tx: Tx,
  { table, member }: (typeof MEMBERSHIP)[keyof typeof MEMBERSHIP],
  id: string,
): Promise<void> {
  const name = sql.table(table)
  const ref = sql.ref(member)
  const away = await sql<{ id: string }>`
    update ${name} set sort = -1 - sort where user_id = ${user.userId} returning ${ref} as id`.execute(tx)
  if (!away.rows.some((row) => row.id === id)) throw new ApiError(CODE.forbidden, '@places.notYours')
  await sql`
    update ${name} as own set sort = ordered.place from (
      select ${ref} as id, row_number() over (order by ${ref} = ${id} desc, sort desc) - 1 as place
      from ${name} where user_id = ${user.userId}
    ) ordered where own.user_id = ${user.userId} and own.${ref} = ordered.id`.execute(tx)
  await demandVersion(tx, 'user_account', user.userId)
}
