import { occurrenceId, occurrenceOf, readBasic } from '@runtime/schedule'
import { type Selectable, sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import type { ModuleServer, Tx } from '../../../module'
import { TIME_ZONE } from '../../../time-zone'
import { leavingTo } from '../message/ways/leave'
import { groupById, type KeptGroup, reminderAfter, type ScheduleSeries } from './store'
import type { CalendarSeriesTable } from './tables'
import { lettersOf, type Reader, readersOf } from './tell'
import { type ScheduleOccurrence, whenText } from './wire'

/** Milliseconds after its time from which a reminder is late. */
const LATE = 300_000
/** Series that are looked at together. */
const TOGETHER = 50
/** Milliseconds after which one that could not be sent is tried again. */
const AGAIN = 300_000
/** Reminded by mail too. */
const BY_MAIL = '2'

/** Somebody else has sent it. */
class Taken extends Error {}

/** Series whose reminder could not be sent, and until when they wait: they keep no other waiting. */
export type Postponed = Map<string, number>

type Server = Pick<ModuleServer, 'db' | 'services' | 'locales' | 'log'>

/**
 * Sends the reminders that are due. A series knows its next one alone, and goes on to the one after it in the transaction that
 * sends: whichever server dies, and however many look, each is sent once. What was due while no server ran comes once, as late.
 */
export async function sendReminders(server: Server, postponed: Postponed, now = Date.now()): Promise<void> {
  for (const [id, until] of postponed) if (until <= now) postponed.delete(id)
  for (;;) {
    const due = await server.db
      .selectFrom('calendar_series')
      .select(['id', 'group_id', 'remind_at', 'remind_key'])
      .where('remind_at', '<=', new Date(now))
      .where(sql<boolean>`not ${isAnyOf('id', postponed.keys())}`)
      .orderBy('remind_at')
      .limit(TOGETHER)
      .execute()
    let sent = 0
    for (const row of due) {
      try {
        await remind(server, row, now)
        sent++
      } catch (error) {
        if (error instanceof Taken) continue
        postponed.set(row.id, now + AGAIN)
        server.log.warn(`the reminder of "${row.id}" could not be sent: ${error}`)
      }
    }
    if (due.length < TOGETHER || (sent === 0 && due.every(({ id }) => !postponed.has(id)))) return
  }
}

type Due = Pick<Selectable<CalendarSeriesTable>, 'id' | 'group_id' | 'remind_at' | 'remind_key'>

async function remind(
  server: Server,
  { id, group_id, remind_at: at, remind_key: key }: Due,
  now: number,
): Promise<void> {
  const kept = await groupById(server.db, group_id)
  const series = kept?.group.find((one) => one.id === id)
  if (!kept || !series || at === null || key === null) throw new Taken()
  const goOn = async (tx: Tx) => {
    // Who edits counts the change first: what is sent is of the group as it stands, or waits for the next look.
    const same = await tx
      .selectFrom('calendar_group')
      .select('id')
      .where('id', '=', kept.id)
      .where('version', '=', kept.version)
      .forUpdate()
      .executeTakeFirst()
    const taken = await tx
      .updateTable('calendar_series')
      .set(reminderAfter(series, now))
      .where('id', '=', id)
      .where('remind_at', '=', at)
      .where('remind_key', '=', key)
      .executeTakeFirst()
    if (!same || taken.numUpdatedRows === 0n) throw new Taken()
  }
  const { at: last, key: lastKey } = lastDue(series, { at: at.getTime(), key }, now)
  const occurrence = occurrenceAt(series, lastKey)
  if (!occurrence) return server.db.transaction().execute(goOn)
  const readers = await readersOf(server.db, audience(kept, occurrence))
  const what = now - last > LATE ? '@schedule.remindedLate' : '@schedule.reminded'
  const news = {
    ...{ what, params: { title: occurrence.content.title }, when: whenText(occurrence), groupId: kept.id },
    id: occurrenceId(series.id, occurrence.key),
  }
  const letters = await lettersOf(server, readers, news)
  await server.services.messages.sendWith(letters, async (tx) => {
    await goOn(tx)
    if (occurrence.content.reminderType === BY_MAIL) await mail(server, tx, readers, news, last)
  })
}

/** The last of a series' reminders that are due: those before it would tell of what is over. */
function lastDue(series: ScheduleSeries, first: { readonly at: number; readonly key: string }, now: number) {
  let due = first
  // Each is after the one before; a daily one of a year is found in so many steps.
  for (let step = 0; step < 400; step++) {
    const { remind_at: at, remind_key: key } = reminderAfter(series, due.at)
    if (at === null || key === null || at.getTime() > now) break
    due = { at: at.getTime(), key }
  }
  return due
}

function occurrenceAt(series: ScheduleSeries, key: string): ScheduleOccurrence | null {
  try {
    return occurrenceOf(series, readBasic(key) ?? 0, TIME_ZONE)
  } catch {
    return null
  }
}

function audience({ creatorId, people }: KeptGroup, { content }: ScheduleOccurrence): readonly string[] {
  return [creatorId, ...content.toUserIds.filter((id) => id !== creatorId && !people.get(id))]
}

async function mail(
  { services, locales }: Server,
  tx: Tx,
  readers: readonly Reader[],
  news: {
    readonly what: string
    readonly params: { readonly title: string }
    readonly when: string
    readonly id: string
  },
  at: number,
): Promise<void> {
  const ids = readers.map(({ id }) => id)
  const leaving = await leavingTo(services, tx, 'schedule', ids)
  const mailed = new Set(leaving.filter(({ way }) => way === 'mail').map(({ id }) => id))
  for (const { id, email, language } of readers) {
    // Whose messages of schedules leave as mail has it by that already.
    if (email === '' || mailed.has(id)) continue
    const title = locales.translator(language).text(news.what, news.params)
    const content = { title, text: `${title}\n${news.when}`, key: `schedule/${news.id}/${at}/${id}` }
    await services.outbound.send('mail', email, content, tx)
  }
}
