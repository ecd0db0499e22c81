import type { onlineUserCalls } from '@services/contract/areas/platform/online-user'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { sql } from 'kysely'
import { holdsKeyword } from '../../../database/search'
import { noRight, notFound } from '../../../http/errors'
import { type CallContext, Reply, type Services } from '../../../module'
import { standsIn, unitsFor } from '../permission/layered/scope'
import { describeDevice } from './device'
import { limitsOf, openSessions } from './sessions'

type Calls = typeof onlineUserCalls

/** Who is signed in where, the last active first. */
export async function listOnline(
  context: CallContext,
  services: Services,
  { keyword, currentPage = 1, pageSize = 20 }: InputOf<Calls['onlineUser.list']>,
): Promise<ResponseOf<Calls['onlineUser.list']>> {
  const rows = (await openNow(context.db, services))
    .innerJoin('user_account', 'user_account.id', 'session.user_id')
    .leftJoin('user_organize as own', (join) =>
      join.onRef('own.user_id', '=', 'user_account.id').on('own.sort', '=', 0),
    )
    .leftJoin('organize as unit', 'unit.id', 'own.organize_id')
    .where(holdsKeyword(keyword, 'user_account.account', 'user_account.real_name', 'session.ip'))
    .where(standsIn(await unitsFor(context, 'select')))
  const [{ total }, list] = await Promise.all([
    rows.select((from) => from.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    rows
      .select([...OWN, 'user_account.account', 'user_account.real_name', 'unit.path_name'])
      .orderBy('session.used_at', 'desc')
      .orderBy('session.id')
      .limit(pageSize)
      .offset((currentPage - 1) * pageSize)
      .execute(),
  ])
  return {
    list: list.map((row) => ({
      ...sessionOf(context, row),
      userId: row.user_id,
      userAccount: row.account,
      userName: row.real_name,
      organize: row.path_name ?? '',
    })),
    pagination: { currentPage, pageSize, total: Number(total) },
  }
}

/** Ends sessions by force; only an administrator ends an administrator's. */
export async function endOnline(
  context: CallContext,
  services: Services,
  ids: readonly string[],
): Promise<Reply<null>> {
  const open = await (await openNow(context.db, services))
    .innerJoin('user_account', 'user_account.id', 'session.user_id')
    .select(['session.id', 'session.user_id', 'user_account.account', 'user_account.is_administrator'])
    .where(sql<boolean>`session.id = any(${[...ids]}::text[])`)
    .execute()
  if (open.length === 0) throw notFound()
  if (!context.user.isAdministrator && open.some((row) => row.is_administrator))
    throw noRight(context.text('@server.administratorOnly'))
  await services.sessions.end({ sessionIds: open.map(({ id }) => id) }, 'administrator')
  for (const { id, user_id, account } of open)
    await context.audit({ action: 'onlineUser.end', target: id, before: { user_id, account } })
  return new Reply(null, context.text('@session.endedByForce'))
}

/** Where the caller is signed in, this browser first. */
export async function listOwnSessions(
  context: CallContext,
  services: Services,
): Promise<ResponseOf<Calls['currentUser.sessions']>> {
  const rows = await (await openNow(context.db, services))
    .select(OWN)
    .where('session.user_id', '=', context.user.userId)
    .orderBy(sql`session.id = ${context.user.sessionId}`, 'desc')
    .orderBy('session.used_at', 'desc')
    .execute()
  return { list: rows.map((row) => sessionOf(context, row)) }
}

/** Signs the caller out on one other device. */
export async function endOwnSession(context: CallContext, services: Services, id: string): Promise<null> {
  const own = await (await openNow(context.db, services))
    .select('session.id')
    .where('session.id', '=', id)
    .where('session.user_id', '=', context.user.userId)
    .executeTakeFirst()
  if (!own) throw notFound()
  await services.sessions.end({ sessionIds: [id] }, 'logout')
  return null
}

async function openNow(db: CallContext['db'], services: Services) {
  return openSessions(db, limitsOf(await services.systemConfig.read()))
}

const OWN = [
  'session.id',
  'session.user_id',
  'session.device',
  'session.ip',
  'session.created_at',
  'session.used_at',
] as const

interface SessionRow {
  readonly id: string
  readonly device: string
  readonly ip: string
  readonly created_at: Date
  readonly used_at: Date
}

function sessionOf({ user }: CallContext, row: SessionRow) {
  const { browser, system } = describeDevice(row.device)
  return {
    id: row.id,
    isCurrent: row.id === user.sessionId,
    loginTime: row.created_at.getTime(),
    lastTime: row.used_at.getTime(),
    loginIPAddress: row.ip,
    loginBrowser: browser,
    loginSystem: system,
  }
}
