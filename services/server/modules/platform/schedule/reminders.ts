import { occurrenceId, occurrenceOf, readBasic } from '@runtime/schedule'
import type { ModuleServer, Tx } from '../../../module'
import { TIME_ZONE } from '../../../time-zone'
import { leavingTo } from '../message/ways/leave'
import { groupById, type KeptGroup, reminderAfter, type ScheduleSeries, seriesOf } from './store'
import { lettersOf, type Reader, readersOf } from './tell'
import { type ScheduleOccurrence, whenText } from './wire'

/** Milliseconds after its time from which a reminder is late. */
const LATE = 300_000
/** Series that are looked at together. */
const TOGETHER = 50
/** Reminded by mail too. */
const BY_MAIL = '2'

/** Somebody else has sent it. */
class Taken extends Error {}

type Server = Pick<ModuleServer, 'db' | 'services' | 'locales' | 'log'>

/**
 * Sends the reminders that are due. A series knows its next one alone, and goes on to the one after it in the transaction that
 * sends: whichever server dies, and however many look, each is sent once. What was due while no server ran comes once, as late.
 */
export async function sendReminders(server: Server, now = Date.now()): Promise<void> {
  for (;;) {
    const due = await server.db
      .selectFrom('calendar_series')
      .selectAll()
      .where('remind_at', '<=', new Date(now))
      .orderBy('remind_at')
      .limit(TOGETHER)
      .execute()
    let sent = 0
    for (const row of due) {
      try {
        await remind(server, { row, series: seriesOf(row) }, now)
        sent++
      } catch (error) {
        // One that cannot be sent keeps no other waiting.
        if (!(error instanceof Taken)) server.log.warn(`a reminder could not be sent: ${error}`)
      }
    }
    if (due.length < TOGETHER || sent === 0) return
  }
}

interface Due {
  readonly row: {
    readonly group_id: string
    readonly remind_at: Date | null
    readonly remind_key: string | null
  }
  readonly series: ScheduleSeries
}

async function remind(server: Server, { row, series }: Due, now: number): Promise<void> {
  const { remind_at: at, remind_key: key } = row
  if (at === null || key === null) return
  const goOn = async (tx: Tx) => {
    const taken = await tx
      .updateTable('calendar_series')
      .set(reminderAfter(series, now))
      .where('id', '=', series.id)
      .where('remind_at', '=', at)
      .where('remind_key', '=', key)
      .executeTakeFirst()
    if (taken.numUpdatedRows === 0n) throw new Taken()
  }
  const { at: last, key: lastKey } = lastDue(series, { at: at.getTime(), key }, now)
  const kept = await groupById(server.db, row.group_id)
  const occurrence = occurrenceAt(series, lastKey)
  if (!kept || !occurrence) return server.db.transaction().execute(goOn)
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
  return [creatorId, ...content.toUserIds.filter((id) => !people.get(id))]
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
