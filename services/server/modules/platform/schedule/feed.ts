import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { DAY_MS } from '@runtime/date'
import { writeIcal } from '@runtime/schedule'
import { notFound } from '../../../http/errors'
import { type CallContext, type ModuleServer, StoredReply } from '../../../module'
import { isFor } from './read'
import { type ScheduleSeries, seenSeries } from './store'
import type { ScheduleContent } from './tables'

/** Days back from which other calendars are told. */
const BACK_DAYS = 366
const PATH = '/api/system/Schedule/ICal'

const hash = (ticket: string) => createHash('sha256').update(ticket).digest('hex')

export async function feedState({ db, user }: CallContext) {
  const row = await db
    .selectFrom('calendar_feed')
    .selectAll()
    .where('user_id', '=', user.userId)
    .executeTakeFirst()
  return {
    isOn: row ? 1 : 0,
    creatorTime: row?.created_at.getTime() ?? null,
    lastReadTime: row?.read_at?.getTime() ?? null,
  }
}

/** A new secret, which is shown this once: the database knows its hash alone. */
export async function makeFeed(context: CallContext): Promise<{ url: string }> {
  const { db, user } = context
  const ticket = randomBytes(32).toString('base64url')
  const row = { ticket_hash: hash(ticket), created_at: new Date(), read_at: null }
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('calendar_feed')
      .values({ user_id: user.userId, ...row })
      .onConflict((on) => on.column('user_id').doUpdateSet(row))
      .execute()
    await context.audit({ action: 'calendar.makeFeed', target: user.userId }, tx)
  })
  return { url: `${PATH}/${ticket}.ics` }
}

export async function endFeed(context: CallContext): Promise<void> {
  const { db, user } = context
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('calendar_feed').where('user_id', '=', user.userId).execute()
    await context.audit({ action: 'calendar.endFeed', target: user.userId }, tx)
  })
}

/** A person's calendar by its secret. @throws ApiError 404 for one that has ended, or whose person may not sign in any more */
export async function readFeed({ db, locales }: Pick<ModuleServer, 'db' | 'locales'>, ticket: string) {
  const secret = hash(ticket.replace(/\.ics$/, ''))
  const feed = await db
    .selectFrom('calendar_feed')
    .innerJoin('user_account', 'user_account.id', 'calendar_feed.user_id')
    .select(['user_id', 'real_name', 'language'])
    .where('ticket_hash', '=', secret)
    .where('status', '=', 1)
    .executeTakeFirst()
  if (!feed) throw notFound()
  await db
    .updateTable('calendar_feed')
    .set({ read_at: new Date() })
    .where('ticket_hash', '=', secret)
    .execute()
  const now = Date.now()
  const seen = await seenSeries(
    db,
    feed.user_id,
    new Date(now - BACK_DAYS * DAY_MS),
    new Date(now + 10 * BACK_DAYS * DAY_MS),
  )
  const creators = new Map(seen.map(({ series, creatorId }) => [series.id, creatorId]))
  const told = (content: ScheduleContent, seriesId: string) =>
    isFor(content, creators.get(seriesId) ?? '', feed.user_id)
      ? {
          ...{ title: content.title, content: content.content, urgent: Number(content.urgent) },
          categories: content.category === '' ? [] : [content.category],
        }
      : null
  const text = writeIcal(
    locales.translator(feed.language as 'zh').text('@schedule.feedName', { name: feed.real_name }),
    seen
      .filter(({ isDeclined }) => !isDeclined)
      .map(({ series, version, modifiedAt }) => ({
        ...{ uid: `${series.id}@loam`, series, sequence: version, modified: modifiedAt.getTime() },
      })),
    (series, exception) =>
      told({ ...(series as ScheduleSeries).content, ...exception?.content } as ScheduleContent, series.id),
    now,
  )
  const body = Buffer.from(text)
  return new StoredReply({
    ...{ size: body.byteLength, type: 'text/calendar; charset=utf-8', name: 'loam.ics', inline: true },
    // The zones' part moves on with the year, which is no change of the calendar.
    version: hash(text).slice(0, 32),
    open: async ({ start, end }) => Readable.from([body.subarray(start, end + 1)]),
  })
}
