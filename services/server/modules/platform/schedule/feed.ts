import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { DAY_MS } from '@runtime/date'
import { writeIcal } from '@runtime/schedule'
import type { Language } from '@runtime/text'
import { isAnyOf } from '../../../database/batches'
import { notFound } from '../../../http/errors'
import { type CallContext, type Db, type ModuleServer, StoredReply } from '../../../module'
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

/**
 * A new secret, which is shown this once: the database knows its hash alone. Its address is whole where it is known by which
 * people reach the product.
 */
export async function makeFeed(
  { options: { publicUrl } }: Pick<ModuleServer, 'options'>,
  context: CallContext,
): Promise<{ url: string; webcal: string }> {
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
  const path = `${PATH}/${ticket}.ics`
  const origin = publicUrl ?? context.origin
  // Calendars of computers and phones open an address of this kind by themselves.
  const webcal = origin === '' ? '' : `${origin.replace(/^https?:/, 'webcal:')}${path}`
  return { url: `${origin}${path}`, webcal }
}

export async function endFeed(context: CallContext): Promise<void> {
  const { db, user } = context
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('calendar_feed').where('user_id', '=', user.userId).execute()
    await context.audit({ action: 'calendar.endFeed', target: user.userId }, tx)
  })
}

/** A person's calendar by its secret. @throws ApiError 404 for one that has ended, or whose person may not sign in any more */
export async function readFeed(server: Pick<ModuleServer, 'db' | 'locales' | 'services'>, ticket: string) {
  const { db, locales } = server
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
  const { text } = locales.translator(feed.language as Language)
  const body = Buffer.from(
    await calendarOf(server, feed.user_id, text('@schedule.feedName', { name: feed.real_name })),
  )
  return new StoredReply({
    ...{ size: body.byteLength, type: 'text/calendar; charset=utf-8', name: 'loam.ics', inline: true },
    version: createHash('sha256').update(body).digest('hex').slice(0, 32),
    open: async ({ start, end }) => Readable.from([body.subarray(start, end + 1)]),
  })
}

/** What a person has not declined, a year back and ten years ahead. */
async function calendarOf(
  { db, services }: Pick<ModuleServer, 'db' | 'services'>,
  userId: string,
  name: string,
): Promise<string> {
  const now = Date.now()
  const [from, to] = [new Date(now - BACK_DAYS * DAY_MS), new Date(now + 10 * BACK_DAYS * DAY_MS)]
  const seen = (await seenSeries(db, userId, from, to)).filter(({ isDeclined }) => !isDeclined)
  const [changes, categories] = await Promise.all([
    changesOf(
      db,
      seen.map(({ groupId }) => groupId),
    ),
    categoryNames(services),
  ])
  const creators = new Map(seen.map(({ series, creatorId }) => [series.id, creatorId]))
  const told = (content: ScheduleContent, seriesId: string) =>
    isFor(content, creators.get(seriesId) ?? '', userId)
      ? {
          ...{ title: content.title, content: content.content, urgent: Number(content.urgent) },
          categories: content.category === '' ? [] : [categories.get(content.category) ?? content.category],
        }
      : null
  return writeIcal(
    name,
    seen.map(({ series, groupId, version }) => ({
      ...{ uid: `${series.id}@loam`, series, sequence: version, modified: changes.get(groupId) ?? now },
    })),
    (series, exception) =>
      told({ ...(series as ScheduleSeries).content, ...exception?.content } as ScheduleContent, series.id),
    now,
  )
}

/** When groups were changed last. */
async function changesOf(db: Db, groupIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('calendar_group')
    .select(['id', 'created_at', 'updated_at'])
    .where(isAnyOf('id', new Set(groupIds)))
    .execute()
  return new Map(rows.map(({ id, created_at, updated_at }) => [id, (updated_at ?? created_at).getTime()]))
}

/** Names of kinds of schedules by the codes and ids that they are kept by, of those that are not in use any more too. */
async function categoryNames(services: ModuleServer['services']): Promise<ReadonlyMap<string, string>> {
  const items = await services.dictionaries.labels('scheduleCategory')
  return new Map(
    items.flatMap(({ id, enCode, fullName }) => [[id, fullName] as const, [enCode, fullName] as const]),
  )
}
