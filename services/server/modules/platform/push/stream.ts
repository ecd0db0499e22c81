import { sql } from 'kysely'
import type { Frame } from '../../../http/member'
import type { Db, Tx } from '../../../module'

/** Something to tell a person. */
export interface Push {
  readonly userId: string
  readonly frame: Frame
}

/** The same with its place among all that the person is told. */
export interface Event extends Push {
  readonly seq: number
}

/**
 * Runs work that tells people something, and writes what it tells in the same transaction. From its beginning to its end
 * nobody else tells these people anything: what is committed later has the higher sequence, so a reader skips nothing.
 * Everybody who may be told is named beforehand and taken in one order, so that no two wait for each other.
 */
export function telling(
  db: Db,
  userIds: readonly string[],
  work: (tx: Tx) => Promise<readonly Push[]>,
): Promise<readonly Event[]> {
  return db.transaction().execute(async (tx) => {
    const last = await hold(tx, userIds)
    const events: Event[] = []
    for (const push of await work(tx)) {
      const before = last.get(push.userId)
      // Deleted in the meantime, or never there.
      if (before === undefined) continue
      last.set(push.userId, before + 1)
      events.push({ ...push, seq: before + 1 })
    }
    if (events.length > 0) await write(tx, events)
    return events
  })
}

async function hold(tx: Tx, userIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ user_id: string; last: number }>`
    insert into push_stream (user_id)
    select id from user_account where id = any(${[...new Set(userIds)]}::text[]) order by id
    on conflict (user_id) do update set last = push_stream.last
    returning user_id, last`.execute(tx)
  return new Map(rows.map((row) => [row.user_id, row.last]))
}

async function write(tx: Tx, events: readonly Event[]): Promise<void> {
  await sql`
    with written as (
      insert into push_event (user_id, seq, frame)
      select * from unnest(
        ${events.map(({ userId }) => userId)}::text[],
        ${events.map(({ seq }) => seq)}::bigint[],
        ${events.map(({ frame }) => JSON.stringify(frame))}::jsonb[])
      returning user_id, seq
    )
    update push_stream set last = told.last
    from (select user_id, max(seq) as last from written group by user_id) told
    where push_stream.user_id = told.user_id`.execute(tx)
}

/** What a person has been told after `since` up to `until`, at most so much. */
export async function eventsAfter(
  db: Db | Tx,
  userId: string,
  since: number,
  until: number,
  most: number,
): Promise<readonly Event[]> {
  const rows = await db
    .selectFrom('push_event')
    .select(['seq', 'frame'])
    .where('user_id', '=', userId)
    .where('seq', '>', since)
    .where('seq', '<=', until)
    .orderBy('seq')
    .limit(most)
    .execute()
  return rows.map(({ seq, frame }) => ({ userId, seq, frame }))
}

/** How far people have been told. */
export async function lastOf(db: Db | Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('push_stream')
    .select(['user_id', 'last'])
    .where(sql<boolean>`user_id = any(${[...userIds]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.last]))
}

/** As it goes over the wire. */
export function textOf({ seq, frame }: Pick<Event, 'seq' | 'frame'>): string {
  return JSON.stringify({ ...frame, seq })
}
