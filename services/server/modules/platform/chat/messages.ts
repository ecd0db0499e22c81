import type { ChatContent, ChatMessage } from '@services/contract/areas/platform/chat'
import { CHAT_PAGE } from '@services/contract/areas/platform/chat'
import type { ClientFrames } from '@services/contract/frames'
import { sql } from 'kysely'
import { holdsKeyword } from '../../../database/search'
import type { Db, Tx } from '../../../module'
import type { ChatMessageTable, Media } from './tables'

/** Digits of a message's id on the wire: padded, it sorts as text too. */
const DIGITS = 16

export const wireId = (id: number) => String(id).padStart(DIGITS, '0')

/** The two people of a conversation, whoever speaks. */
export function pairOf(one: string, other: string) {
  return one < other ? { low_id: one, high_id: other } : { low_id: other, high_id: one }
}

/** What is said, as frames and pages have it. */
export function contentOf(row: { readonly content: string; readonly media: Media | null }): ChatContent {
  return row.media ?? row.content
}

/** The same as text, as a list of conversations has it. */
export function contentText(row: { readonly content: string; readonly media: Media | null }): string {
  return row.media ? JSON.stringify(row.media) : row.content
}

interface NewMessage {
  readonly sender: string
  readonly receiver: string
  readonly kind: ChatMessageTable['kind']
  readonly content: string
  readonly media: Media | null
  readonly clientId: string | undefined
}

/** What a message's frames say of it. */
export interface WrittenMessage {
  readonly id: number
  readonly sent_at: Date
  /** What the receiver has not read of this conversation, this message included. */
  readonly unread: number
}

/** Writes a message into the conversation as both people have it. */
export async function writeMessage(tx: Tx, message: NewMessage): Promise<WrittenMessage> {
  const { sender, receiver, kind, content, media, clientId = null } = message
  const { low_id, high_id } = pairOf(sender, receiver)
  const { rows } = await sql<WrittenMessage>`
    with said as (
      insert into chat_message (low_id, high_id, sender_id, receiver_id, kind, content, media, client_id)
      values (${low_id}, ${high_id}, ${sender}, ${receiver}, ${kind}, ${content},
        ${media && JSON.stringify(media)}::jsonb, ${clientId})
      returning id, sent_at
    ), threads as (
      insert into chat_thread (user_id, peer_id, last_id, last_at, unread)
      select user_id, peer_id, said.id, said.sent_at, unread
      from said, (values (${sender}, ${receiver}, 0), (${receiver}, ${sender}, 1)) own (user_id, peer_id, unread)
      on conflict (user_id, peer_id) do update set
        last_id = excluded.last_id, last_at = excluded.last_at, is_removed = false,
        unread = chat_thread.unread + excluded.unread
      returning user_id, unread
    )
    select said.id, said.sent_at, threads.unread
    from said, threads where threads.user_id = ${receiver}`.execute(tx)
  const [written] = rows
  if (!written) throw new Error('A chat message was not written')
  return written
}

/** A message that its sender has sent before under the same name. */
export function findSent(db: Db | Tx, sender: string, clientId: string) {
  return db
    .selectFrom('chat_message')
    .selectAll()
    .where('sender_id', '=', sender)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

/** A page of what one person sees of the conversation with another. */
export async function pageOfMessages(db: Db, me: string, query: ClientFrames['MessageList']) {
  const { toUserId, currentPage = 1, pageSize = CHAT_PAGE.first, sord, keyword, beforeId } = query
  const { low_id, high_id } = pairOf(me, toUserId)
  const before = beforeId === undefined ? Number.NaN : Number(beforeId)
  const rows = db
    .selectFrom('chat_message')
    .where('low_id', '=', low_id)
    .where('high_id', '=', high_id)
    .where('id', '>', (from) =>
      from.fn.coalesce(
        from
          .selectFrom('chat_thread')
          .select('cleared_id')
          .where('user_id', '=', me)
          .where('peer_id', '=', toUserId),
        sql<number>`0`,
      ),
    )
    .$if(Number.isSafeInteger(before), (own) => own.where('id', '<', before))
    .$if(Boolean(keyword?.trim()), (own) =>
      own.where('kind', '=', 'text').where(holdsKeyword(keyword, 'content')),
    )
  const [{ total }, page] = await Promise.all([
    rows.select((from) => from.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    rows
      .selectAll()
      .orderBy('id', sord === 'asc' ? 'asc' : 'desc')
      .limit(pageSize)
      .offset((currentPage - 1) * pageSize)
      .execute(),
  ])
  const list = page.map(
    (row): ChatMessage => ({
      id: wireId(row.id),
      sendUserId: row.sender_id,
      receiveUserId: row.receiver_id,
      contentType: row.kind,
      content: contentOf(row),
      sendTime: row.sent_at.getTime(),
    }),
  )
  return { list, pagination: { currentPage, pageSize, total } }
}
