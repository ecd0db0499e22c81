import { newId } from '@runtime/id'
import type { FileValue } from '@runtime/widget/stored-file'
import type { MessageType } from '@services/contract/areas/platform/message'
import { sql } from 'kysely'
import type { Db, Services, Tx } from '../../../module'
import type { Push } from '../push/stream'
import { unreadCounts } from './unread'
import { sendByWays } from './ways/leave'

/** A message to be sent. */
export interface NewMessage {
  readonly type: MessageType
  readonly title: string
  readonly excerpt?: string
  readonly bodyText?: string
  readonly flowType?: number
  readonly files?: readonly FileValue[]
  /** Who sends it; absent: the system. */
  readonly releaseUser?: { readonly userId: string; readonly userName: string }
}

/** How the files of messages are noted. */
export const HOLDER = 'message'

/** A message and whom it is for. */
export interface Letter {
  readonly message: NewMessage
  readonly userIds: readonly string[]
}

/**
 * Sends a message to people and tells their browsers.
 * @param beside further work in the same transaction; what it throws sends nothing.
 */
export async function sendMessage(
  services: Services,
  system: string,
  message: NewMessage,
  userIds: readonly string[],
  beside: (tx: Tx, messageId: string) => Promise<void> = async () => undefined,
): Promise<string> {
  const id = newId()
  await services.pushes.tell(userIds, async (tx) => {
    await keep(tx, id, system, message)
    await beside(tx, id)
    return address(services, tx, id, message, userIds)
  })
  return id
}

/** Does work and sends what tells of it (in each reader's own language, say), all of it or nothing. */
export function sendLetters(
  services: Services,
  system: string,
  letters: readonly Letter[],
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  return services.pushes.tell(
    letters.flatMap(({ userIds }) => userIds),
    async (tx) => {
      await work(tx)
      const pushes: Push[] = []
      for (const { message, userIds } of letters) {
        const id = newId()
        await keep(tx, id, system, message)
        pushes.push(...(await address(services, tx, id, message, userIds)))
      }
      return pushes
    },
  )
}

async function keep(tx: Tx, id: string, system: string, message: NewMessage): Promise<void> {
  await tx
    .insertInto('message')
    .values({
      id,
      type: message.type,
      flow_type: message.flowType ?? 0,
      title: message.title,
      excerpt: message.excerpt ?? '',
      body_text: message.bodyText ?? '',
      files: JSON.stringify(message.files ?? []),
      release_user_id: message.releaseUser?.userId ?? '',
      release_user: message.releaseUser?.userName ?? system,
    })
    .execute()
}

/** Puts a message on the lists of its readers, and into the outbox for those to whom it leaves; answers what they are told. */
async function address(
  services: Services,
  tx: Tx,
  id: string,
  { type, title }: NewMessage,
  userIds: readonly string[],
): Promise<readonly Push[]> {
  const { rows } = await sql<{ user_id: string; released_at: Date }>`
    insert into message_recipient (user_id, message_id, type, released_at)
    select user_account.id, message.id, message.type, message.released_at from user_account, message
    where user_account.id = any(${[...new Set(userIds)]}::text[]) and message.id = ${id}
    returning user_id, released_at`.execute(tx)
  await sendByWays(
    services,
    tx,
    { id, type, title },
    rows.map((row) => row.user_id),
  )
  const counts = await unreadCounts(
    tx,
    rows.map((row) => row.user_id),
  )
  return rows.map(({ user_id, released_at }) => ({
    userId: user_id,
    frame: {
      method: 'messagePush',
      id,
      type,
      title,
      unreadNoticeCount: 1,
      unreadTotalCount: counts(user_id).unreadTotalCount,
      messageDefaultText: title,
      messageDefaultTime: released_at.getTime(),
    },
  }))
}

/** The files of a message are for its readers and its sender. */
export function provideMessageFiles(services: Services, db: Db): void {
  services.files.provide(HOLDER, async ({ user }, holders) => {
    const ids = holders.map(({ holderId }) => holderId)
    const { rows } = await sql<{ id: string }>`
      select message_id as id from message_recipient
      where user_id = ${user.userId} and message_id = any(${ids}::text[])
      union
      select id from message where release_user_id = ${user.userId} and id = any(${ids}::text[])`.execute(db)
    const seen = new Set(rows.map(({ id }) => id))
    return new Set(holders.filter(({ holderId }) => seen.has(holderId)))
  })
}
