import { type ComingStart, comingStarts } from '@runtime/field/rotation'
import { SCHEDULE_WINDOW } from '@services/contract/areas/platform/schedule'
import type { Selectable } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import { outsideRights } from '../../../database/guard'
import type { CallContext } from '../../../module'
import type { CalendarSource, SourceDate } from '../../platform/schedule/dates'
import { type HoldRow, reasonOf, spanOf } from './rain-holds'
import { type ScheduleRow, stateOf } from './schedules'
import type { IrrigationRunTable, ScheduleRunTable } from './tables'
import type { Commanding } from './work'

const MINUTE = 60_000
/** A watering begun so long before may reach into the time that is asked for. */
const REACH = 24 * 60 * MINUTE
/** Of one schedule no more are told. */
const MOST_STARTS = 300

interface Span {
  readonly from: number
  readonly to: number
}

/** The projects that the caller sees, and how their dates are called and reached. */
interface Seen {
  readonly ids: readonly string[]
  zoneOf(projectId: string): string
  titleOf(name: string, projectId: string): string
  pathOf(projectId: string): string
}

async function seenBy({ db, services }: Commanding, { user, text, can }: CallContext): Promise<Seen> {
  const ids = await services.projects.visible(user)
  const rows = await db
    .selectFrom('project')
    .select(['id', 'name', 'time_zone'])
    .where(isAnyOf('id', ids))
    .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const mayOpen = await can('field.plan')
  return {
    ids,
    zoneOf: (id) => known.get(id)?.time_zone ?? 'UTC',
    titleOf: (name, id) =>
      rows.length > 1 ? text('@irrigation.dateOf', { name, project: known.get(id)?.name ?? '' }) : name,
    pathOf: (id) => (mayOpen ? `/appAuto?project=${encodeURIComponent(id)}` : ''),
  }
}

/** What the field plans, as it stands in people's calendars: planned starts of rotation groups, and holds for rain. */
export function calendarSources(commanding: Commanding): readonly CalendarSource[] {
  // A calendar's right opens no table of the field: what is read is of the projects that the caller may see.
  const among = <T>(context: CallContext, read: (seen: Seen) => Promise<T>): Promise<T> =>
    outsideRights(async () => read(await seenBy(commanding, context)))
  return [
    {
      id: 'rotation',
      title: '@irrigation.rotationDates',
      color: '#0b7285',
      dates: (context, span) =>
        among(context, async (seen) => {
          const [past, coming] = await Promise.all([
            pastDates(commanding, context, seen, span),
            comingDates(commanding, context, seen, span),
          ])
          return [...past, ...coming]
        }),
    },
    {
      id: 'hold',
      title: '@irrigation.rainHold',
      color: '#5f6b7a',
      dates: (context, span) => among(context, (seen) => holdDates(commanding, context, seen, span)),
    },
  ]
}

type PastRow = Pick<
  Selectable<ScheduleRunTable>,
  'id' | 'project_id' | 'planned_at' | 'state' | 'why' | 'why_params'
> &
  Pick<ScheduleRow, 'name' | 'group_ids' | 'minutes'> & {
    readonly run_state: IrrigationRunTable['state'] | null
    readonly run_ended_at: Date | null
  }

/** Starts whose time has come, with what became of them. */
async function pastDates(
  { db }: Commanding,
  { text }: CallContext,
  seen: Seen,
  { from, to }: Span,
): Promise<SourceDate[]> {
  const rows: PastRow[] = await db
    .selectFrom('schedule_run as run')
    .innerJoin('schedule', 'schedule.id', 'run.schedule_id')
    .leftJoin('irrigation_run as watered', 'watered.id', 'run.run_id')
    .select(['run.id', 'run.project_id', 'run.planned_at', 'run.state', 'run.why', 'run.why_params'])
    .select(['schedule.name', 'schedule.group_ids', 'schedule.minutes'])
    .select(['watered.state as run_state', 'watered.ended_at as run_ended_at'])
    .where(isAnyOf('run.project_id', seen.ids))
    .where('run.planned_at', '>=', new Date(from - REACH))
    .where('run.planned_at', '<', new Date(to))
    .orderBy('run.planned_at')
    .limit(SCHEDULE_WINDOW.most + 1)
    .execute()
  const minutesOf = await plannedMinutes(db, rows)
  return rows.flatMap((row): SourceDate[] => {
    const start = row.planned_at.getTime()
    const end = Math.max(start, row.run_ended_at?.getTime() ?? start + minutesOf(row) * MINUTE)
    if (end <= from && start < from) return []
    const state = stateOf(row)
    const why = row.why === '' ? [] : [text(row.why, row.why_params)]
    return [
      {
        ...{ id: row.id, title: seen.titleOf(row.name, row.project_id), start, end },
        note: [text(`@irrigation.schedule_${state}`), ...why].join(' · '),
        isOver: state !== 'RUNNING',
        path: seen.pathOf(row.project_id),
      },
    ]
  })
}

/** Starts to come of schedules that are switched on. */
async function comingDates(
  { db, now }: Commanding,
  { text }: CallContext,
  seen: Seen,
  { from, to }: Span,
): Promise<SourceDate[]> {
  // What is due at this moment is about to become a start of the past.
  const span = { from: Math.max(from - REACH, now() + 1), to }
  if (span.from >= to) return []
  const rows = await db
    .selectFrom('schedule')
    .selectAll()
    .where(isAnyOf('project_id', seen.ids))
    .where('enabled_mark', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const holds = await holdsWithin(db, seen.ids, span)
  const minutesOf = await plannedMinutes(db, rows)
  const most = Math.min(MOST_STARTS, Math.ceil((SCHEDULE_WINDOW.most + 1) / Math.max(1, rows.length)))
  return rows.flatMap((row) => {
    const own = holds.filter(({ project_id }) => project_id === row.project_id).map(spanOf)
    const planned = { cron: row.cron, zone: seen.zoneOf(row.project_id), window: row.time_window, holds: own }
    const dateOf = ({ at, against }: ComingStart): SourceDate => ({
      ...{ id: `${row.id}@${at}`, title: seen.titleOf(row.name, row.project_id) },
      ...{ start: at, end: at + minutesOf(row) * MINUTE, path: seen.pathOf(row.project_id) },
      ...(against && { note: text(against.text, against.params), isOver: true }),
    })
    return comingStarts(planned, span, most)
      .map(dateOf)
      .filter(({ end }) => end > from)
  })
}

/** Minutes that a schedule waters: all of its groups, each in its turn. */
async function plannedMinutes(
  db: Commanding['db'],
  schedules: readonly Pick<ScheduleRow, 'group_ids' | 'minutes'>[],
): Promise<(schedule: Pick<ScheduleRow, 'group_ids' | 'minutes'>) => number> {
  const ids = [...new Set(schedules.flatMap(({ group_ids }) => group_ids))]
  const groups = await db
    .selectFrom('irrigation_group')
    .select(['id', 'planned_minutes'])
    .where(isAnyOf('id', ids))
    .execute()
  const own = new Map(groups.map(({ id, planned_minutes }) => [id, planned_minutes]))
  return ({ group_ids, minutes }) => group_ids.reduce((sum, id) => sum + (minutes ?? own.get(id) ?? 0), 0)
}

async function holdDates(
  { db, now }: Commanding,
  { text }: CallContext,
  seen: Seen,
  span: Span,
): Promise<SourceDate[]> {
  const rows = await holdsWithin(db, seen.ids, span)
  return rows.map((row) => {
    const { from: start, to: end } = spanOf(row)
    const words = [
      reasonOf(row, text),
      row.ended_at ? text('@command.hold.endedBy', { name: row.ended_by_name }) : '',
    ]
    return {
      ...{ id: row.id, title: seen.titleOf(text('@irrigation.rainHold'), row.project_id), start, end },
      note: words.filter(Boolean).join(' · '),
      isOver: end <= now(),
      path: seen.pathOf(row.project_id),
    }
  })
}

/** Holds that touch a time; one that was ended before it began has held nothing. */
async function holdsWithin(
  db: Commanding['db'],
  projectIds: readonly string[],
  { from, to }: Span,
): Promise<HoldRow[]> {
  const rows = await db
    .selectFrom('rain_hold')
    .selectAll()
    .where(isAnyOf('project_id', projectIds))
    .where('to_at', '>', new Date(from))
    .where('from_at', '<', new Date(to))
    .orderBy('from_at')
    .limit(SCHEDULE_WINDOW.most + 1)
    .execute()
  return rows.filter((row) => {
    const own = spanOf(row)
    return own.to > own.from && own.to > from
  })
}
