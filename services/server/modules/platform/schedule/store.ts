import { DAY_MS } from '@runtime/date'
import {
  basicOf,
  type Exception,
  type Group,
  nextReminder,
  type Rule,
  readBasic,
  readRule,
  readWall,
  ScheduleProblem,
  type Series,
  writeRule,
  writeWall,
} from '@runtime/schedule'
import { type Selectable, sql } from 'kysely'
import { inParts, isAnyOf } from '../../../database/batches'
import type { Db, Tx } from '../../../module'
import { TIME_ZONE } from '../../../time-zone'
import type { CalendarSeriesTable, KeptExceptions, ScheduleContent } from './tables'

export type ScheduleSeries = Series<ScheduleContent>
export type ScheduleGroup = Group<ScheduleContent>

/** A group as it stands, with who may see it. */
export interface KeptGroup {
  readonly id: string
  readonly creatorId: string
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date | null
  readonly group: ScheduleGroup
  /** Who takes part in any of it, and whether they have declined. */
  readonly people: ReadonlyMap<string, boolean>
}

const MINUTE = 60_000

/** What a series is read from. */
const SERIES_COLUMNS = [
  ...([
    'id',
    'rule',
    'zone',
    'all_day',
    'start_wall',
    'last_wall',
    'minutes',
    'exceptions',
    'content',
  ] as const),
] as const satisfies readonly (keyof CalendarSeriesTable)[]
type SeriesRow = Pick<Selectable<CalendarSeriesTable>, (typeof SERIES_COLUMNS)[number]>

/** Rules by their zone and text: a person's calendar repeats by a few, over and over. */
const rules = new Map<string, Rule>()
const RULES_KEPT = 2000

function ruleOf(text: string, zone: string): Rule {
  const name = `${zone} ${text}`
  const known = rules.get(name)
  if (known) return known
  const rule = readRule(text, zone)
  if (rules.size >= RULES_KEPT) rules.clear()
  rules.set(name, rule)
  return rule
}

export function seriesOf(row: SeriesRow): ScheduleSeries {
  const exceptions = Object.entries(row.exceptions).map(([key, { start, ...rest }]) => {
    const exception: Exception<ScheduleContent> = {
      ...rest,
      ...(start !== undefined && { start: wallOf(start) }),
    }
    return [readBasic(key) ?? 0, exception] as const
  })
  return {
    id: row.id,
    rule: row.rule === null ? null : ruleOf(row.rule, row.zone),
    zone: row.zone,
    allDay: row.all_day,
    start: wallOf(row.start_wall),
    last: row.last_wall === null ? null : wallOf(row.last_wall),
    minutes: row.minutes,
    exceptions: new Map(exceptions),
    content: row.content,
  }
}

/** What this wrote itself. */
function wallOf(text: string): number {
  const wall = readWall(text)
  if (wall === null) throw new ScheduleProblem('occurrence', text)
  return wall
}

/** @param remindedUntil up to when its reminders have been sent */
export function rowOf(groupId: string, series: ScheduleSeries, position: number, remindedUntil: number) {
  const next = reminderAfter(series, remindedUntil)
  const exceptions: KeptExceptions = Object.fromEntries(
    [...series.exceptions].map(([key, { start, ...rest }]) => [
      basicOf(key),
      { ...rest, ...(start !== undefined && { start: writeWall(start) }) },
    ]),
  )
  const [from, to] = boundsOf(series)
  return {
    ...{ id: series.id, group_id: groupId, position, zone: series.zone, all_day: series.allDay },
    rule: series.rule && writeRule(series.rule, basicOf),
    start_wall: writeWall(series.start),
    last_wall: series.last === null ? null : writeWall(series.last),
    minutes: series.minutes,
    exceptions: JSON.stringify(exceptions),
    content: JSON.stringify(series.content),
    from_at: new Date(from),
    to_at: to === null ? null : new Date(to),
    ...next,
  }
}

/** The columns of a series' next reminder. */
export function reminderAfter(series: ScheduleSeries, after: number) {
  const next = nextReminder(series, after, TIME_ZONE, ({ reminderTime }) => reminderTime)
  return {
    remind_at: next && new Date(next.at),
    remind_key: next && basicOf(next.key),
  }
}

/** Moments outside of which none of it can be, wherever one is: a day more at both ends than its clocks say. */
function boundsOf({ start, last, minutes, exceptions }: ScheduleSeries): readonly [number, number | null] {
  const moved = [...exceptions].map(([key, one]) => one.start ?? key)
  const longest = Math.max(minutes, ...[...exceptions.values()].map((one) => one.minutes ?? 0))
  const from = Math.min(start, ...moved) - DAY_MS
  return [from, last === null ? null : Math.max(last, ...moved) + longest * MINUTE + DAY_MS]
}

/** Every group's series in order. Whoever sees it is asked elsewhere. */
export async function groupById(db: Db | Tx, groupId: string): Promise<KeptGroup | null> {
  const root = await db.selectFrom('calendar_group').selectAll().where('id', '=', groupId).executeTakeFirst()
  if (!root) return null
  const [rows, people] = await Promise.all([
    db
      .selectFrom('calendar_series')
      .selectAll()
      .where('group_id', '=', groupId)
      .orderBy('position')
      .execute(),
    db.selectFrom('calendar_participant').selectAll().where('group_id', '=', groupId).execute(),
  ])
  return {
    ...{ id: root.id, creatorId: root.creator_id, version: root.version },
    ...{ createdAt: root.created_at, updatedAt: root.updated_at },
    group: rows.map(seriesOf),
    people: new Map(people.map(({ user_id, is_declined }) => [user_id, is_declined])),
  }
}

/** The group that a series is of. */
export async function groupOfSeries(db: Db, seriesId: string): Promise<KeptGroup | null> {
  const row = await db
    .selectFrom('calendar_series')
    .select('group_id')
    .where('id', '=', seriesId)
    .executeTakeFirst()
  return groupById(db, row?.group_id ?? seriesId)
}

/** Everybody who takes part in anything of a group. */
export const peopleIn = (group: ScheduleGroup): ReadonlySet<string> =>
  new Set(
    group.flatMap(({ content, exceptions }) => [
      ...content.toUserIds,
      ...[...exceptions.values()].flatMap((one) => one.content?.toUserIds ?? []),
    ]),
  )

/** Writes a group's series, and who takes part. A decision not to come stays while one is asked. */
export async function writeGroup(tx: Tx, groupId: string, group: ScheduleGroup, now: number): Promise<void> {
  const gone = await tx
    .deleteFrom('calendar_series')
    .where('group_id', '=', groupId)
    .returning(['id', 'remind_at'])
    .execute()
  // One that was due and has not been sent yet, or was while no server ran, is not lost by a change.
  const waiting = gone.flatMap(({ id, remind_at: at }) =>
    at && at.getTime() <= now ? [[id, at.getTime() - 1] as const] : [],
  )
  const known = new Set(gone.map(({ id }) => id))
  const untilOf = new Map(waiting)
  const ofNew = Math.min(now, ...untilOf.values())
  const rows = group.map((series, position) =>
    rowOf(groupId, series, position, untilOf.get(series.id) ?? (known.has(series.id) ? now : ofNew)),
  )
  for (const part of inParts(rows)) await tx.insertInto('calendar_series').values(part).execute()
  const people = [...peopleIn(group)]
  await tx
    .deleteFrom('calendar_participant')
    .where('group_id', '=', groupId)
    .where(sql<boolean>`not ${isAnyOf('user_id', people)}`)
    .execute()
  for (const part of inParts(people.map((user_id) => ({ group_id: groupId, user_id }))))
    await tx
      .insertInto('calendar_participant')
      .values(part)
      .onConflict((on) => on.doNothing())
      .execute()
}

/** A series with what its occurrences need of its group, for one person. */
export interface SeenSeries {
  readonly series: ScheduleSeries
  readonly groupId: string
  readonly creatorId: string
  readonly version: number
  readonly isDeclined: boolean
}

/** Series of which a person may see something between two moments; no more than these, the oldest groups first. */
const MOST_SERIES = 20_000

export async function seenSeries(
  db: Db,
  userId: string,
  from: Date,
  to: Date,
): Promise<readonly SeenSeries[]> {
  const rows = await db
    .selectFrom('calendar_series')
    .innerJoin('calendar_group', 'calendar_group.id', 'calendar_series.group_id')
    .leftJoin('calendar_participant', (join) =>
      join.onRef('calendar_participant.group_id', '=', 'calendar_group.id').on('user_id', '=', userId),
    )
    .select(SERIES_COLUMNS.map((column) => `calendar_series.${column}` as const))
    .select(['calendar_series.group_id', 'creator_id', 'version', 'is_declined'])
    .where(
      sql<boolean>`calendar_series.group_id in (
        select id from calendar_group where creator_id = ${userId}
        union select group_id from calendar_participant where user_id = ${userId})`,
    )
    .where('from_at', '<', to)
    .where((where) => where.or([where('to_at', 'is', null), where('to_at', '>', from)]))
    .orderBy('created_at')
    .orderBy('calendar_series.id')
    .limit(MOST_SERIES)
    .execute()
  return rows.map(({ group_id, creator_id, version, is_declined, ...row }) => ({
    ...{ series: seriesOf(row), groupId: group_id, creatorId: creator_id, version },
    // Who has taken something over may have declined it before.
    isDeclined: creator_id !== userId && (is_declined ?? false),
  }))
}
