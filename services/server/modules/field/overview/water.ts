import { nextStart } from '@runtime/field/rotation'
import { sql } from 'kysely'
import type { CallContext, Db } from '../../../module'
import { NOT_WHOLE } from '../history/not-whole'
import type { Overview } from './answer'
import { lastDays } from './days'

/** Starts of one schedule in a day that are counted: one a minute is more than any valve can follow. */
const MOST_STARTS = 1_440

/** The field's water of the last seven days of a project, today the last. */
export interface WaterDays {
  /** m³; null for a day of whose water nothing is known. */
  readonly days: readonly (number | null)[]
  /** Turns that began. */
  readonly counts: readonly number[]
  /** m³ of yesterday up to the same time; null where nothing is known of it. */
  readonly yesterday: number | null
  /** Of so many turns of today not all is known. */
  readonly unknown: number
  /** The project's day, and its time zone. */
  readonly today: { readonly from: Date; readonly to: Date; readonly zone: string } | null
}

/** What has been written down, and of turns that are not written down yet what the meter says. */
export async function waterByDay(db: Db, projectId: string): Promise<WaterDays> {
  const { rows } = await sql<{
    volume: number | null
    count: number
    unknown: number
    soFar: number | null
    from: Date
    to: Date
    zone: string
  }>`
    with ${lastDays(projectId)},
      used as (${turnsSince(projectId, sql`(select today - interval '6 days' from midnight)`)})
    select sum(volume_m3) as volume, count(distinct turn)::int as count,
      count(distinct turn) filter (where ${NOT_WHOLE})::int as unknown,
      sum(volume_m3) filter (where at < now() - interval '1 day') as "soFar",
      day.begin as "from", day.finish as "to", zone
    from midnight, day left join used on used.at >= day.begin and used.at < day.finish
    group by part, day.begin, day.finish, zone order by part`.execute(db)
  const today = rows.at(-1)
  return {
    days: rows.map(({ volume, count }) => (count === 0 ? 0 : volume === null ? null : rounded(volume))),
    counts: rows.map(({ count }) => count),
    yesterday: rows.at(-2)?.soFar ?? null,
    unknown: today?.unknown ?? 0,
    today: today ? { from: today.from, to: today.to, zone: today.zone } : null,
  }
}

/** m³ of the project's day so far, and what its schedules plan for the whole of it. */
export async function waterToday(
  { db, projectId }: CallContext,
  { days, unknown, today }: WaterDays,
): Promise<NonNullable<Overview['water']>> {
  const used = days.at(-1)
  const planned = today && (await plannedOf(db, projectId, today))
  return { used: used === undefined ? 0 : used, unknown, planned: planned && rounded(planned) }
}

/** Turns of the field since then, each once: what is written down, else what its meter says. */
function turnsSince(projectId: string, from: unknown) {
  return sql`
      select coalesce(turn_id, id) as turn, start_at as at, volume_m3, volume_quality from water_use_record
      where project_id = ${projectId} and start_at >= ${from}
      union all
      -- Its water goes on to be counted: that it is not whole yet nobody needs to be told.
      select step.run_id || ':' || step.turn, step.started_at,
        coalesce(step.volume_m3, case when step.ended_at is null then run.volume_m3 end),
        case when step.ended_at is null then 'measured' else coalesce(step.volume_quality, 'measured') end
      from run_step as step left join irrigation_run as run on run.id = step.run_id
      where step.project_id = ${projectId} and step.started_at >= ${from} and not exists (
        select from water_use_record
        where project_id = ${projectId} and turn_id = step.run_id || ':' || step.turn)`
}

/**
 * By the clock or by volume: whether moisture or evapotranspiration will call for water today nobody knows before.
 * Null where no schedule starts on this day.
 */
async function plannedOf(
  db: Db,
  projectId: string,
  { from, to, zone }: NonNullable<WaterDays['today']>,
): Promise<number | null> {
  const schedules = await db
    .selectFrom('schedule')
    .select(['cron', 'group_ids', 'minutes', 'target_m3', 'mode'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where('enabled_mark', '=', 1)
    .where('mode', 'in', ['TIME', 'VOLUME'])
    .execute()
  if (schedules.length === 0) return null
  const groups = await db
    .selectFrom('irrigation_group')
    .select(['id', 'planned_minutes', 'target_m3', 'design_flow'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .execute()
  const known = new Map(groups.map((group) => [group.id, group]))
  let planned: number | null = null
  for (const { cron, group_ids, minutes, target_m3, mode } of schedules) {
    const each = group_ids.reduce((sum, id) => {
      const group = known.get(id)
      if (!group) return sum
      const byClock = ((minutes ?? group.planned_minutes) / 60) * group.design_flow
      return sum + (mode === 'VOLUME' ? (target_m3 ?? group.target_m3 ?? byClock) : byClock)
    }, 0)
    const starts = startsBetween(cron, zone, from.getTime(), to.getTime())
    if (starts > 0) planned = (planned ?? 0) + starts * each
  }
  return planned
}

function startsBetween(cron: string, zone: string, from: number, to: number): number {
  let count = 0
  let at = nextStart(cron, zone, from - 1)
  while (at && at.getTime() < to && count < MOST_STARTS) {
    count += 1
    at = nextStart(cron, zone, at.getTime())
  }
  return count
}

const rounded = (volume: number) => Math.round(volume * 10) / 10
