import { addUnits, startOf } from '@runtime/date'
import { unreadVerdict } from '@runtime/figure/verdict'
import { sql } from 'kysely'
import type { CallContext, Db, Tx } from '../../../module'
import { TIME_ZONE } from '../../../time-zone'

/** Days of which it is told what came, today the last. */
const DAYS = 7

/** How many messages a person has not read, by what they are about. */
export interface UnreadCounts {
  readonly unreadSystemMessageCount: number
  readonly unreadMessageCount: number
  readonly unreadNoticeCount: number
  readonly unreadScheduleCount: number
  readonly unreadTotalCount: number
}

interface Row extends UnreadCounts {
  readonly user_id: string
}

const NONE: UnreadCounts = {
  unreadSystemMessageCount: 0,
  unreadMessageCount: 0,
  unreadNoticeCount: 0,
  unreadScheduleCount: 0,
  unreadTotalCount: 0,
}

/** Counts for many people at once; the answer looks a person's up. */
export async function unreadCounts(
  db: Db | Tx,
  userIds: readonly string[],
): Promise<(userId: string) => UnreadCounts> {
  const { rows } = await sql<Row>`
    select user_id,
      count(*) filter (where type = 1) as "unreadSystemMessageCount",
      count(*) filter (where type = 2) as "unreadMessageCount",
      count(*) filter (where type = 3) as "unreadNoticeCount",
      count(*) filter (where type = 4) as "unreadScheduleCount",
      count(*) as "unreadTotalCount"
    from message_recipient where user_id = any(${[...userIds]}::text[]) and read_at is null
    group by user_id`.execute(db)
  const known = new Map(rows.map(({ user_id, ...counts }) => [user_id, counts]))
  return (userId) => known.get(userId) ?? NONE
}

/** What is unread, for `initMessage`. */
export async function unreadStanding(tx: Tx, userId: string) {
  const [counts, newest] = await Promise.all([
    unreadCounts(tx, [userId]),
    tx
      .selectFrom('message_recipient')
      .innerJoin('message', 'message.id', 'message_id')
      .select(['message.title', 'message.released_at'])
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .orderBy('message_recipient.released_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return {
    ...counts(userId),
    messageDefaultText: newest?.title ?? '',
    messageDefaultTime: newest?.released_at.getTime() ?? null,
  }
}

/** The caller's unread messages, and how many came on each of the last days. */
export async function unreadByDay({ db, user, text }: CallContext) {
  const today = startOf(Date.now(), 'day', TIME_ZONE)
  const midnights = Array.from(
    { length: DAYS },
    (_, index) => new Date(addUnits(today, index + 1 - DAYS, 'day', TIME_ZONE)),
  )
  const { rows } = await sql<{ total: number; days: number[] }>`
    select
      (select count(*)::int from message_recipient where user_id = ${user.userId} and read_at is null) as total,
      array(
        select count(message_id)::int
        from unnest(${midnights}::timestamptz[]) with ordinality as day (begin, place)
        left join message_recipient on user_id = ${user.userId} and released_at >= begin
          and width_bucket(released_at, ${midnights}::timestamptz[]) = place
        group by place order by place) as days`.execute(db)
  const { total, days } = rows[0] ?? { total: 0, days: [] }
  const { tone, key, params } = unreadVerdict(total)
  return { total, days, tone, word: text(key, params) }
}
