import { sql } from 'kysely'
import type { Services } from '../../../module'
import { HOLDER } from './send'

/** The files of a message are for the two people between whom it passed. */
export function provideChatFiles(services: Services): void {
  services.files.provide(HOLDER, async ({ db, user }, holders) => {
    const rows = await db
      .selectFrom('chat_message')
      .select('id')
      .where(sql<boolean>`id = any(${holders.map(({ holderId }) => holderId)}::bigint[])`)
      .where((where) =>
        where.or([where('sender_id', '=', user.userId), where('receiver_id', '=', user.userId)]),
      )
      .execute()
    const seen = new Set(rows.map(({ id }) => String(id)))
    return new Set(holders.filter(({ holderId }) => seen.has(holderId)))
  })
}
