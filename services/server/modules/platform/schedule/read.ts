import { DAY_MS } from '@runtime/date'
import type { Pieces } from '@runtime/pieces'
import { occurrenceOf, occurrencesIn, readOccurrenceId } from '@runtime/schedule'
import { SCHEDULE_WINDOW, type scheduleCalls } from '@services/contract/areas/platform/schedule'
import type { InputOf } from '@services/contract/call'
import { breathing } from '../../../breath'
import { isAnyOf } from '../../../database/batches'
import { notFound } from '../../../http/errors'
import type { CallContext } from '../../../module'
import { TIME_ZONE } from '../../../time-zone'
import { groupOfSeries, type KeptGroup, type ScheduleSeries, type SeenSeries, seenSeries } from './store'
import { demandWindow } from './window'
import { occurrenceWire, refusing, type ScheduleOccurrence, scheduleWire } from './wire'

type Input<N extends keyof typeof scheduleCalls> = InputOf<(typeof scheduleCalls)[N]>

/** What the caller has planned or takes part in, the earliest first. */
export async function listSchedules(context: CallContext, { startTime, endTime }: Input<'schedule.list'>) {
  const { db, user } = context
  demandWindow(startTime, endTime)
  const seen = await seenSeries(db, user.userId, new Date(startTime), new Date(endTime))
  const found = await breathing(occurrencesOf(seen, user.userId, startTime, endTime))
  found.sort((a, b) => a.occurrence.start - b.occurrence.start)
  const shown = found.slice(0, SCHEDULE_WINDOW.most)
  return {
    list: shown.map(({ occurrence, of }) => occurrenceWire(occurrence, of, user.userId)),
    isCut: found.length > shown.length ? 1 : 0,
  }
}

interface Found {
  readonly occurrence: ScheduleOccurrence
  readonly of: SeenSeries
}

/** Series that make a piece. */
const PIECE = 50

function* occurrencesOf(
  seen: readonly SeenSeries[],
  userId: string,
  from: number,
  to: number,
): Pieces<Found[]> {
  const found: Found[] = []
  for (const [index, of] of seen.entries()) {
    if (index % PIECE === PIECE - 1) yield
    for (const occurrence of occurrencesIn(of.series, from, to, TIME_ZONE))
      if (isFor(occurrence.content, of.creatorId, userId)) found.push({ occurrence, of })
  }
  return found
}

/** Whether a person has to do with an occurrence: one may have been asked to some of a series alone. */
export const isFor = (
  content: { readonly toUserIds: readonly string[] },
  creatorId: string,
  userId: string,
) => creatorId === userId || content.toUserIds.includes(userId)

/** Days in which the first that is not cancelled is looked for: most have it soon, a yearly one may have none for long. */
const FIRST_WITHIN = [1500, 40_000]

/** The first key of a series that is not cancelled. */
export function firstKey(series: ScheduleSeries): number {
  const { start, exceptions } = series
  if (!exceptions.get(start)?.cancelled) return start
  for (const days of FIRST_WITHIN) {
    const [first] = occurrencesIn(series, start - DAY_MS, start + days * DAY_MS, TIME_ZONE)
    if (first) return first.key
  }
  return start
}

/**
 * A group of which the caller sees the occurrence that an id names.
 * @param id of an occurrence; that of a series or a group is its first
 * @throws ApiError 404
 */
export async function seenGroup(context: CallContext, id: string): Promise<Seen> {
  const { seriesId, key } = readOccurrenceId(id)
  if (id.includes('@') && key === null) throw notFound()
  const kept = await groupOfSeries(context.db, seriesId)
  const { userId } = context.user
  if (!kept || (kept.creatorId !== userId && !kept.people.has(userId))) throw notFound()
  const series = kept.group.find((one) => one.id === seriesId) ?? kept.group[0]
  if (!series) throw notFound()
  const occurrence = refusing(context, () => occurrenceOf(series, key ?? firstKey(series), TIME_ZONE))
  if (!isFor(occurrence.content, kept.creatorId, userId)) throw notFound()
  return { kept, occurrence }
}

export async function readSchedule(context: CallContext, id: string) {
  return detailOf(context, await seenGroup(context, id))
}

interface Seen {
  readonly kept: KeptGroup
  readonly occurrence: ScheduleOccurrence
}

/** All that is known of an occurrence of a group. */
async function detailOf(context: CallContext, { kept, occurrence }: Seen) {
  const { content } = occurrence
  const people = await context.db
    .selectFrom('user_account')
    .select(['id', 'real_name'])
    .where(isAnyOf('id', [kept.creatorId, ...content.toUserIds]))
    .execute()
  const names = new Map(people.map((person) => [person.id, person.real_name]))
  const of = {
    ...{ groupId: kept.id, creatorId: kept.creatorId, version: kept.version },
    isDeclined: kept.creatorId !== context.user.userId && (kept.people.get(context.user.userId) ?? false),
  }
  return {
    ...scheduleWire(occurrence, of, context),
    creatorUser: names.get(kept.creatorId) ?? '',
    creatorTime: kept.createdAt.getTime(),
    lastModifyTime: kept.updatedAt?.getTime() ?? null,
    participants: content.toUserIds.map((userId) => ({
      ...{ id: userId, fullName: names.get(userId) ?? '' },
      isDeclined: kept.people.get(userId) ? 1 : 0,
    })),
  }
}
