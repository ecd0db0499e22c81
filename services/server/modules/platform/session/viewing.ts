import { CODE } from '@services/contract/envelope'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import { demandPerson } from '../permission/layered/scope'

/** Who looks as somebody else needs it for as long as they do. */
export const VIEW_RIGHT = 'permission.user:btn_view'
/** Milliseconds that one may look as somebody else. */
export const VIEW_FOR = 30 * 60_000

/**
 * Opens a session in which the caller sees what another person sees, and changes nothing (administration §2.6). It ends with the
 * caller's own.
 * @throws ApiError 400 for oneself and for who is disabled, 403 for who may more than the caller
 */
export async function beginView(
  context: CallContext,
  { sessions, holdings }: Services,
  id: string,
): Promise<{ token: string; until: number }> {
  const { db, user } = context
  if (id === user.userId) throw new ApiError(CODE.badRequest, '@session.viewSelf')
  const person = await db
    .selectFrom('user_account')
    .select(['account', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!person) throw notFound()
  if (person.status !== 1) throw new ApiError(CODE.badRequest, '@session.viewDisabled')
  return db.transaction().execute(async (tx) => {
    await holdings.demandNotAbove(context, tx, id)
    await demandPerson(context, tx, id, 'select')
    const { ip, userAgent } = context
    const view = { by: user.userId, from: user.sessionId, for: VIEW_FOR }
    const token = await sessions.open(id, userAgent, ip, tx, view)
    const until = Date.now() + VIEW_FOR
    await context.audit({ action: 'session.view', target: id, after: { account: person.account, until } }, tx)
    return { token, until }
  })
}

/** Ends it, and says so in the audit of who really looked. */
export async function endView(context: CallContext, { sessions, audit }: Services): Promise<void> {
  const { user } = context
  const { viewedBy, sessionId, userId, userAccount } = user
  if (!viewedBy) return
  await sessions.end({ sessionIds: [sessionId] }, 'logout')
  const viewer = { ...context, user: { ...user, ...viewedBy } }
  await audit.write(viewer, { action: 'session.viewEnd', target: userId, after: { account: userAccount } })
}
