import { newId } from '@runtime/id'
import {
  type Change,
  changed,
  type Group,
  occurrenceId,
  occurrenceOf,
  removed,
  SCOPE,
  type Scope,
  settled,
} from '@runtime/schedule'
import { fileIds, filesIn } from '@runtime/widget/files'
import type { scheduleCalls } from '@services/contract/areas/platform/schedule'
import { SCHEDULE_LIMITS } from '@services/contract/areas/platform/schedule-bodies'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, ModuleServer, Tx } from '../../../module'
import { TIME_ZONE } from '../../../time-zone'
import { firstKey, readSchedule, seenGroup } from './read'
import {
  groupById,
  type KeptGroup,
  peopleIn,
  type ScheduleGroup,
  type ScheduleSeries,
  writeGroup,
} from './store'
import type { ScheduleContent } from './tables'
import { lettersOf, type News, readersOf } from './tell'
import { type Body, contentOf, refusal, refusing, type ScheduleOccurrence, timesOf, whenText } from './wire'

type Input<N extends keyof typeof scheduleCalls> = InputOf<(typeof scheduleCalls)[N]>
type Server = Pick<ModuleServer, 'db' | 'services' | 'locales'>

/** How files of schedules are noted. */
export const HOLDER = 'schedule'
/** Groups that one person may have made. */
const MOST_OWN = 5_000

export async function createSchedule(server: Server, context: CallContext, body: Body) {
  const times = timesOf(context, body, TIME_ZONE)
  const content = await wholeContent(server, context, body, times.allDay, new Set())
  const id = newId()
  const series = refusing(context, () => settled({ ...times, id, content, exceptions: new Map() }))
  const first = occurrenceOf(series, series.start, TIME_ZONE)
  const news = { what: '@schedule.invited', people: content.toUserIds }
  await write(server, context, null, { id, group: [series] }, first, [news], 'calendar.create')
  return { id: occurrenceId(id, series.start), groupId: id }
}

export async function updateSchedule(
  server: Server,
  context: CallContext,
  { id, type, version, ...body }: Input<'schedule.update'>,
) {
  const place = await ownPlace(context, id, version)
  const { series } = place
  const times = timesOf(context, body, series.zone)
  const held = new Set(filesOf(place.kept.group))
  const content = await wholeContent(server, context, body, times.allDay, held)
  return change(server, context, place, type as Scope, { ...times, content })
}

export async function moveSchedule(
  server: Server,
  context: CallContext,
  { id, mode, startDay, endDay, allDay, version }: Input<'schedule.move'>,
) {
  const place = await ownPlace(context, id, version)
  const { series, shown } = place
  const isDay = allDay === undefined ? shown.times.allDay : allDay === 1
  const times = timesOf(
    context,
    { title: '', startDay, endDay, allDay: isDay ? 1 : 0, zone: series.zone },
    series.zone,
  )
  const { content } = shown
  // What is reminded of by the hour is not by the day, and the other way round.
  const reminder = isDay === shown.times.allDay ? content.reminderTime : isDay ? 1 : 15
  const reminderTime = content.reminderTime === -2 ? -2 : reminder
  return change(server, context, place, mode as Scope, {
    ...{ ...times, rule: series.rule },
    content: { ...content, reminderTime },
  })
}

async function change(
  server: Server,
  context: CallContext,
  { kept, series, key, shown }: Place,
  scope: Scope,
  next: Change<ScheduleContent>,
) {
  const group = refusing(context, () => changed(kept.group, series.id, key, scope, next, TIME_ZONE, newId))
  const place = placeAfter(group, kept.group, series, key, next)
  const [before, after] = [new Set(shown.content.toUserIds), new Set(next.content.toUserIds)]
  const news = [
    { what: '@schedule.invited', people: [...after].filter((id) => !before.has(id)) },
    { what: '@schedule.changed', people: [...after].filter((id) => before.has(id)) },
    { what: '@schedule.cancelled', people: [...before].filter((id) => !after.has(id)) },
  ]
  await write(server, context, kept, { id: kept.id, group }, place, news, 'calendar.update')
  return { id: occurrenceId(place.series.id, place.key), groupId: kept.id }
}

/** Where the changed occurrence is now: in its series by its key, or at the beginning of a new one. */
function placeAfter(
  group: ScheduleGroup,
  before: ScheduleGroup,
  series: ScheduleSeries,
  key: number,
  next: Change<ScheduleContent>,
): ScheduleOccurrence {
  const known = new Set(before.map(({ id }) => id))
  const made = group.find(({ id }) => !known.has(id))
  const own = made ?? group.find(({ id }) => id === series.id) ?? group[0]
  if (!own) throw notFound()
  for (const candidate of [key, next.start, own.start]) {
    try {
      return occurrenceOf(own, candidate, TIME_ZONE)
    } catch {
      // It has moved on: the next place is looked at.
    }
  }
  return occurrenceOf(own, firstKey(own), TIME_ZONE)
}

export async function deleteSchedule(
  server: Server,
  context: CallContext,
  { id, mode }: Input<'schedule.delete'>,
): Promise<void> {
  const { kept, series, key, shown } = await ownPlace(context, id)
  const scope = mode as Scope
  const group = refusing(context, () => removed(kept.group, series.id, key, scope))
  const people = scope === SCOPE.this ? shown.content.toUserIds : [...peopleIn(kept.group)]
  const news = [{ what: '@schedule.cancelled', people }]
  await write(server, context, kept, { id: kept.id, group }, shown, news, 'calendar.delete')
}

/** What one says of everything under the same root. */
export async function declineSchedule(
  context: CallContext,
  { id, isDeclined }: Input<'schedule.decline'>,
): Promise<void> {
  const { kept } = await seenGroup(context, id)
  if (kept.creatorId === context.user.userId) throw new ApiError(CODE.badRequest, '@schedule.ownNotDeclined')
  const changedRows = await context.db
    .updateTable('calendar_participant')
    .set({ is_declined: isDeclined === 1 })
    .where('group_id', '=', kept.id)
    .where('user_id', '=', context.user.userId)
    .executeTakeFirst()
  if (changedRows.numUpdatedRows === 0n) throw new ApiError(CODE.badRequest, '@schedule.ownNotDeclined')
}

interface Place {
  readonly kept: KeptGroup
  readonly series: ScheduleSeries
  readonly key: number
  readonly shown: ScheduleOccurrence
}

/** @throws ApiError 404 for what the caller does not see, 403 for another's, 409 for what has been changed since */
async function ownPlace(context: CallContext, id: string, version?: number): Promise<Place> {
  const { kept, occurrence } = await seenGroup(context, id)
  if (kept.creatorId !== context.user.userId) throw new ApiError(CODE.forbidden, '@schedule.notYours')
  if (version !== undefined && version !== kept.version) throw await conflict(context, kept, id)
  return { kept, series: occurrence.series, key: occurrence.key, shown: occurrence }
}

async function conflict(context: CallContext, kept: KeptGroup, id: string): Promise<ApiError> {
  const data = await readSchedule(context, id).catch(() => null)
  return new ApiError(CODE.conflict, '@record.conflict', { data: { version: kept.version, data } })
}

/**
 * Writes what a group has become and tells those who take part, all of it or nothing. Who has changed it in the meantime is
 * not overwritten.
 */
async function write(
  server: Server,
  context: CallContext,
  before: KeptGroup | null,
  { id, group }: { readonly id: string; readonly group: Group<ScheduleContent> },
  shown: ScheduleOccurrence,
  news: readonly { readonly what: string; readonly people: readonly string[] }[],
  action: string,
): Promise<void> {
  const { services } = server
  const { user } = context
  const now = Date.now()
  const declined = new Set(
    [...(before?.people ?? [])].filter(([, isDeclined]) => isDeclined).map(([one]) => one),
  )
  // What is over is nobody's news.
  const isOver = shown.series.last !== null && shown.series.rule === null && shown.end < now
  const letters = await Promise.all(
    (isOver ? [] : news).map(async ({ what, people }) => {
      const readers = await readersOf(
        context.db,
        // Who has taken it over may have been asked to it before.
        people.filter((one) => one !== user.userId && !declined.has(one)),
      )
      const one: News = {
        ...{ what, params: { title: shown.content.title }, when: whenText(shown), groupId: id },
        id: occurrenceId(shown.series.id, shown.key),
        from: { userId: user.userId, userName: user.userName },
      }
      return lettersOf(server, readers, one)
    }),
  )
  await services.messages.sendWith(letters.flat(), async (tx) => {
    await demandSame(tx, context, id, before)
    if (group.length === 0) await tx.deleteFrom('calendar_group').where('id', '=', id).execute()
    else await writeGroup(tx, id, group, now)
    const references = filesOf(group).map((file) => ({ file, field: 'files' }))
    await services.files.refer(tx, HOLDER, { scope: '', holderId: id }, references)
    const after = group.length === 0 ? undefined : await groupById(tx, id)
    await context.audit({ action, target: id, before: noted(before), after: noted(after ?? null) }, tx)
  })
}

/** Counts the change, or makes the group. @throws ApiError 409 where it is another by now */
async function demandSame(
  tx: Tx,
  { user }: CallContext,
  id: string,
  before: KeptGroup | null,
): Promise<void> {
  if (before === null) {
    await sql`select pg_advisory_xact_lock(hashtext(${`calendar ${user.userId}`}))`.execute(tx)
    const { own } = await tx
      .selectFrom('calendar_group')
      .select((from) => from.fn.countAll<number>().as('own'))
      .where('creator_id', '=', user.userId)
      .executeTakeFirstOrThrow()
    if (Number(own) >= MOST_OWN)
      throw new ApiError(CODE.badRequest, '@schedule.tooManyOwn', { params: { count: MOST_OWN } })
    await tx.insertInto('calendar_group').values({ id, creator_id: user.userId, updated_at: null }).execute()
    return
  }
  const changedRows = await tx
    .updateTable('calendar_group')
    .set({ version: sql`version + 1`, updated_at: new Date() })
    .where('id', '=', id)
    .where('version', '=', before.version)
    .executeTakeFirst()
  if (changedRows.numUpdatedRows === 0n)
    throw new ApiError(CODE.conflict, '@record.conflict', { data: { version: before.version + 1 } })
}

/** What the audit keeps of a group. */
function noted(kept: KeptGroup | null) {
  return kept?.group.map(({ id, content, start, minutes, rule, exceptions }) => ({
    ...{ id, title: content.title, toUserIds: content.toUserIds, minutes, exceptions: exceptions.size },
    ...{ start: new Date(start).toISOString().slice(0, 16), repeats: rule?.freq ?? '' },
  }))
}

/** @throws ApiError 400 for people or files that there are not */
async function wholeContent(
  { services }: Server,
  context: CallContext,
  body: Body,
  allDay: boolean,
  held: ReadonlySet<string>,
): Promise<ScheduleContent> {
  const content = contentOf(context, body, allDay)
  const sent = typeof body.toUserIds === 'string' ? body.toUserIds.split(',') : (body.toUserIds ?? [])
  const ids = [...new Set(sent.map((id) => id.trim()))].filter(
    (id) => id !== '' && id !== context.user.userId,
  )
  if (ids.length > SCHEDULE_LIMITS.people) throw refusal(context, 'toUserIds', '@schedule.tooManyPeople')
  const people = await context.db.selectFrom('user_account').select('id').where(isAnyOf('id', ids)).execute()
  if (people.length < ids.length) throw refusal(context, 'toUserIds', '@schedule.personGone')
  const attached = filesIn(body.files ?? '')
  if (attached.length > SCHEDULE_LIMITS.files) throw refusal(context, 'files', '@schedule.tooManyFiles')
  const known = await services.files.usable(context, fileIds(attached), held)
  const files = attached.map(({ fileId }) => {
    const file = known.get(fileId)
    if (!file) throw refusal(context, 'files', '@message.fileGone')
    const { id, name, url, size, extension } = file
    return { name, fileId: id, url, fileSize: size, fileExtension: extension }
  })
  return { ...content, toUserIds: ids, files }
}

/** Files that any of it names. */
export const filesOf = (group: ScheduleGroup): readonly string[] => [
  ...new Set(
    group.flatMap(({ content, exceptions }) => [
      ...fileIds(content.files),
      ...[...exceptions.values()].flatMap((one) => fileIds(one.content?.files ?? [])),
    ]),
  ),
]
