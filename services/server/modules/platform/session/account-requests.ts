import type { onlineUserCalls } from '@services/contract/areas/platform/online-user'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { holdsKeyword } from '../../../database/search'
import { notFound } from '../../../http/errors'
import { type CallContext, Reply } from '../../../module'

type Calls = typeof onlineUserCalls

/** Who asked for an account on the sign-in page, the newest first. */
export async function listAccountRequests(
  { db }: CallContext,
  { keyword, currentPage = 1, pageSize = 20 }: InputOf<Calls['accountRequest.list']>,
): Promise<ResponseOf<Calls['accountRequest.list']>> {
  const rows = db
    .selectFrom('account_request')
    .where(holdsKeyword(keyword, 'mobile_phone', 'company_name', 'contact'))
  const [{ total }, list] = await Promise.all([
    rows.select((from) => from.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    rows
      .selectAll()
      .orderBy('asked_at', 'desc')
      .limit(pageSize)
      .offset((currentPage - 1) * pageSize)
      .execute(),
  ])
  return {
    list: list.map((row) => ({
      id: row.mobile_phone,
      mobilePhone: row.mobile_phone,
      companyName: row.company_name,
      contact: row.contact,
      ip: row.ip,
      askedAt: row.asked_at.getTime(),
    })),
    pagination: { currentPage, pageSize, total: Number(total) },
  }
}

/** Removes a request that has been dealt with; the audit keeps what it said. */
export async function removeAccountRequest(context: CallContext, id: string): Promise<Reply<null>> {
  await context.db.transaction().execute(async (tx) => {
    const before = await tx
      .deleteFrom('account_request')
      .where('mobile_phone', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!before) throw notFound()
    await context.audit({ action: 'accountRequest.delete', target: id, before }, tx)
  })
  return new Reply(null, context.text('@server.ok'))
}
