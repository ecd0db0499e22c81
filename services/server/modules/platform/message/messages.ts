import type { messageCalls } from '@services/contract/areas/platform/message'
import type { InputOf } from '@services/contract/call'
import { sql } from 'kysely'
import { holdsKeyword } from '../../../database/search'
import { notFound } from '../../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../../module'
import { unreadCounts } from './unread'

type Query = InputOf<(typeof messageCalls)['message.list']>
type Which = InputOf<(typeof messageCalls)['message.readAll']>

/** A person's messages that fit what is given. */
function chosen(db: Db | Tx, userId: string, { keyword, type, isRead }: Which) {
  return db
    .selectFrom('message_recipient')
    .innerJoin('message', 'message.id', 'message_recipient.message_id')
    .where('message_recipient.user_id', '=', userId)
    .where(holdsKeyword(keyword, 'message.title', 'message.release_user'))
    .$if(typeof type === 'number', (rows) => rows.where('message_recipient.type', '=', type as never))
    .$if(isRead === 0, (rows) => rows.where('message_recipient.read_at', 'is', null))
    .$if(isRead === 1, (rows) => rows.where('message_recipient.read_at', 'is not', null))
}

const COLUMNS = [
  'message.id',
  'message.title',
  'message.type',
  'message.flow_type as flowType',
  'message.release_user as releaseUser',
  'message.released_at',
  'message.excerpt',
  'message_recipient.read_at',
] as const

type Row = {
  readonly released_at: Date
  readonly read_at: Date | null
}

function wireOf<R extends Row>({ released_at, read_at, ...row }: R) {
  return { ...row, isRead: read_at ? 1 : 0, releaseTime: released_at.getTime(), enabledMark: 1 }
}

/** A page of the caller's messages. */
export async function listMessages({ db, user }: CallContext, query: Query) {
  const { currentPage = 1, pageSize = 20, sort } = query
  const rows = chosen(db, user.userId, query)
  const order = sort === 'asc' ? 'asc' : 'desc'
  const [{ total }, page] = await Promise.all([
    rows.select((from) => from.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    rows
      .select(COLUMNS)
      .orderBy('message_recipient.released_at', order)
      .orderBy('message_recipient.message_id', order)
      .limit(pageSize)
      .offset((currentPage - 1) * pageSize)
      .execute(),
  ])
  return { list: page.map(wireOf), pagination: { currentPage, pageSize, total } }
}

/** One message, which thereby is read: on all of the caller's devices. */
export async function readMessage({ db, user }: CallContext, services: Services, id: string) {
  const row = await chosen(db, user.userId, {})
    .select([...COLUMNS, 'message.body_text as bodyText', 'message.files'])
    .where('message.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  if (!row.read_at) await change(services, user.userId, id, (tx) => markRead(tx, user.userId, [id]))
  return { ...wireOf(row), isRead: 1, files: JSON.stringify(row.files) }
}

/** Marks the caller's messages as read, of those that fit all that are unread. */
export function readAll({ user }: CallContext, services: Services, which: Which): Promise<void> {
  return change(services, user.userId, null, async (tx) => {
    const rows = await chosen(tx, user.userId, { ...which, isRead: 0 })
      .select('message.id')
      .execute()
    if (which.isRead === 1) return 0
    return markRead(
      tx,
      user.userId,
      rows.map((row) => row.id),
    )
  })
}

/** Takes messages off the caller's list. */
export function deleteMessages({ user }: CallContext, services: Services, ids: readonly string[]) {
  return change(services, user.userId, null, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('message_recipient')
      .where('user_id', '=', user.userId)
      .where(sql<boolean>`message_id = any(${[...ids]}::text[])`)
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
}

async function markRead(tx: Tx, userId: string, ids: readonly string[]): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('message_recipient')
    .set({ read_at: new Date() })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where(sql<boolean>`message_id = any(${[...ids]}::text[])`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Changes a person's messages and tells that person's devices, if anything has changed. */
function change(
  services: Services,
  userId: string,
  id: string | null,
  work: (tx: Tx) => Promise<number>,
): Promise<void> {
  return services.pushes.tell([userId], async (tx) => {
    if ((await work(tx)) === 0) return []
    const counts = (await unreadCounts(tx, [userId]))(userId)
    return [{ userId, frame: { method: 'messageRead', id, ...counts } }]
  })
}
