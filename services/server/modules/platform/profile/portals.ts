import { MOST_PORTALS, type portalCalls } from '@services/contract/areas/platform/portal'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { CallContext } from '../../../module'

type Calls = typeof portalCalls

export async function readPortal(
  { db, user }: CallContext,
  place: string,
): Promise<ResponseOf<Calls['currentUser.portal']>> {
  const kept = await db
    .selectFrom('portal_arrangement')
    .select('arrangement')
    .where('user_id', '=', user.userId)
    .where('place', '=', place)
    .executeTakeFirst()
  return { arrangement: kept?.arrangement ?? null }
}

/** @throws ApiError 400 where the person keeps too many already */
export async function arrangePortal(
  { db, user }: CallContext,
  { place, arrangement }: InputOf<Calls['currentUser.arrangePortal']>,
): Promise<void> {
  const user_id = user.userId
  if (arrangement === null) {
    await db
      .deleteFrom('portal_arrangement')
      .where('user_id', '=', user_id)
      .where('place', '=', place)
      .execute()
    return
  }
  const content = JSON.stringify(arrangement)
  await db.transaction().execute(async (tx) => {
    // One after the other: two at once would each find room for one more.
    await tx.selectFrom('user_account').select('id').where('id', '=', user_id).forUpdate().execute()
    await tx
      .insertInto('portal_arrangement')
      .values({ user_id, place, arrangement: content })
      .onConflict((known) => known.columns(['user_id', 'place']).doUpdateSet({ arrangement: content }))
      .execute()
    const { count } = await tx
      .selectFrom('portal_arrangement')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
    if (Number(count) > MOST_PORTALS)
      throw new ApiError(CODE.badRequest, '@places.tooManyPortals', { params: { count: MOST_PORTALS } })
  })
}
