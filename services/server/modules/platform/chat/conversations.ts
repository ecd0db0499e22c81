import { sql } from 'kysely'
import type { Frame } from '../../../http/member'
import type { CallContext, Db, Services, Tx } from '../../../module'
import { contentText } from './messages'

/** Most conversations on a list; older ones are found among the contacts. */
const LONGEST_LIST = 500

/** A person's conversations, the latest first. */
export async function listConversations({ db, user, text }: CallContext) {
  const rows = await db
    .selectFrom('chat_thread')
    .innerJoin('chat_message', 'chat_message.id', 'chat_thread.last_id')
    .leftJoin('user_account as peer', 'peer.id', 'chat_thread.peer_id')
    .leftJoin('user_organize as own', (join) =>
      join.onRef('own.user_id', '=', 'peer.id').on('own.sort', '=', 0),
    )
    .leftJoin('organize as unit', 'unit.id', 'own.organize_id')
    .select([
      'peer_id',
      'peer.real_name',
      'peer.account',
      'peer.head_icon',
      'unit.full_name as department',
      'last_at',
      'unread',
      'kind',
      'content',
      'media',
      sql<boolean>`cleared_id >= last_id`.as('is_cleared'),
    ])
    .where('chat_thread.user_id', '=', user.userId)
    .where('is_removed', '=', false)
    .orderBy('last_at', 'desc')
    .limit(LONGEST_LIST)
    .execute()
  return {
    list: rows.map((row) => ({
      id: row.peer_id,
      realName: row.real_name ?? text('@message.gonePerson'),
      account: row.account ?? '',
      headIcon: row.head_icon ?? '',
      department: row.department ?? '',
      latestMessage: row.is_cleared ? '' : contentText(row),
      latestDate: row.last_at.getTime(),
      unreadMessage: row.unread,
      messageType: row.is_cleared ? ('text' as const) : row.kind,
    })),
  }
}

/** What is unread, for `initMessage`. */
export async function unreadConversations(tx: Tx, userId: string) {
  const rows = await tx
    .selectFrom('chat_thread')
    .innerJoin('chat_message', 'chat_message.id', 'chat_thread.last_id')
    .select(['peer_id', 'unread', 'kind', 'content', 'media', 'last_at'])
    .where('user_id', '=', userId)
    .where('unread', '>', 0)
    .orderBy('last_at', 'desc')
    .execute()
  return {
    unreadNums: rows.map((row) => ({
      sendUserId: row.peer_id,
      unreadNum: row.unread,
      defaultMessage: contentText(row),
      defaultMessageType: row.kind,
      defaultMessageTime: row.last_at.getTime(),
    })),
  }
}

type ThreadChange = (tx: Tx) => Promise<{ readonly numUpdatedRows: bigint }>

/** Changes a conversation as one person has it, and tells that person's other devices. */
function change(services: Services, userId: string, frame: Frame, work: ThreadChange) {
  return services.pushes.tell([userId], async (tx) => {
    const { numUpdatedRows } = await work(tx)
    return numUpdatedRows > 0n ? [{ userId, frame }] : []
  })
}

const own = (tx: Tx, userId: string, peer: string) =>
  tx.updateTable('chat_thread').where('user_id', '=', userId).where('peer_id', '=', peer)

/** Marks what a person has said as read. */
export async function markRead(db: Db, services: Services, userId: string, peer: string): Promise<void> {
  const unread = await db
    .selectFrom('chat_thread')
    .select('unread')
    .where('user_id', '=', userId)
    .where('peer_id', '=', peer)
    .executeTakeFirst()
  if (!unread?.unread) return
  const frame = { method: 'chatRead', formUserId: peer }
  await change(services, userId, frame, (tx) =>
    own(tx, userId, peer).set({ unread: 0 }).where('unread', '>', 0).executeTakeFirst(),
  )
}

/** Clears what a person sees of a conversation; the other side keeps it. */
export function clearRecords(services: Services, userId: string, peer: string): Promise<void> {
  return change(services, userId, { method: 'chatCleared', userId: peer }, (tx) =>
    own(tx, userId, peer)
      .set((row) => ({ cleared_id: row.ref('last_id'), unread: 0 }))
      .executeTakeFirst(),
  )
}

/** Takes a conversation off a person's list until the next message. */
export function removeConversation(services: Services, userId: string, peer: string): Promise<void> {
  return change(services, userId, { method: 'chatRemoved', userId: peer }, (tx) =>
    own(tx, userId, peer).set({ is_removed: true, unread: 0 }).executeTakeFirst(),
  )
}
