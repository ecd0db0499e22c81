import { startOf } from '@runtime/date'
import { outletsOf } from '@runtime/field/hydraulics/check'
import { validate } from '@runtime/field/interlock/validate'
import {
  heldForRain,
  isWithin,
  minutesFor,
  needOf,
  type ScheduleReadings,
  type Turn,
  timeOfDay,
} from '@runtime/field/rotation'
import { newId } from '@runtime/id'
import { eachApart } from '../../../apart'
import { isAnyOf } from '../../../database/batches'
import type { Tx } from '../../../module'
import { carryOut } from './carry-out'
import { type HeldField, jointly } from './jointly'
import { holdNow } from './rain-holds'
import { fertigationOf } from './recipes'
import { nextAt, type ScheduleRow } from './schedules'
import type { Field } from './situation'
import type { ScheduleRunState } from './tables'
import type { Commanding, Work } from './work'

/** A start that is later than this was missed: what was to be watered at six is not watered at noon unasked. */
const MISSED_AFTER = 5 * 60_000
const MM_PER_M = 1000
/** Soil that has had enough lies so many points above where watering begins. */
const SOIL_LIFT = 6

interface Decision {
  readonly state: ScheduleRunState
  readonly why: string
  readonly params?: Readonly<Record<string, string | number>>
}

/** Schedules whose time has come. One row of a planned start is written once, whichever server is first. */
export async function runSchedules(commanding: Commanding): Promise<void> {
  const due = await commanding.db
    .selectFrom('schedule')
    .select(['id', 'project_id'])
    .where('next_at', '<=', new Date(commanding.now()))
    .where('enabled_mark', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('next_at')
    .orderBy('id')
    .execute()
  await eachApart(
    due,
    ({ id, project_id }) => runOne(commanding, id, project_id),
    (error, { id, project_id }) =>
      commanding.log.warn(`schedule ${id} of project ${project_id} could not be started: ${error}`),
  )
}

async function runOne(commanding: Commanding, id: string, projectId: string): Promise<void> {
  const values = await measured(commanding, id)
  await jointly(commanding, projectId, async (tx, work, field) => {
    const now = commanding.now()
    const row = await tx
      .selectFrom('schedule')
      .selectAll()
      .where('id', '=', id)
      .where('next_at', '<=', new Date(now))
      .where('enabled_mark', '=', 1)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!row?.next_at) return
    const { time_zone: zone } = await tx
      .selectFrom('project')
      .select('time_zone')
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow()
    const decision = (await hindrance(tx, row, zone, now, field)) ?? need(row, values)
    const runRowId = newId(now)
    const isStart = decision.state === 'RUNNING'
    await tx
      .insertInto('schedule_run')
      .values({
        id: runRowId,
        schedule_id: id,
        project_id: projectId,
        planned_at: row.next_at,
        state: decision.state,
        why: decision.why,
        why_params: JSON.stringify(decision.params ?? {}),
        run_id: isStart ? await start(commanding, tx, work, field, row, runRowId, values) : null,
        ended_at: isStart ? null : new Date(now),
      })
      .execute()
    await tx
      .updateTable('schedule')
      .set({ next_at: nextAt(row.cron, zone, true, now) })
      .where('id', '=', id)
      .execute()
  })
}

/** What keeps a start from being one, whatever the water: lateness, the hours allowed, rain, an earlier run, an interlock. */
async function hindrance(
  tx: Tx,
  row: ScheduleRow,
  zone: string,
  now: number,
  { situation, limits }: Field,
): Promise<Decision | null> {
  const planned = row.next_at?.getTime() ?? now
  const time = timeOfDay(planned, zone)
  if (now - planned > MISSED_AFTER)
    return { state: 'MISSED', why: '@command.schedule.missed', params: { time } }
  if (row.time_window && !isWithin(time, row.time_window))
    return { state: 'BLOCKED', why: '@command.schedule.outsideWindow' }
  const hold = await holdNow(tx, row.project_id, now)
  if (hold) {
    const { text: why, params } = heldForRain(hold, zone)
    return { state: 'BLOCKED', why, params }
  }
  if (situation.watch.frostSince !== null) return { state: 'BLOCKED', why: '@command.schedule.frost' }
  const running = await tx
    .selectFrom('schedule_run')
    .innerJoin('irrigation_run', 'irrigation_run.id', 'schedule_run.run_id')
    .select('schedule_run.id')
    .where('schedule_id', '=', row.id)
    .where('irrigation_run.state', 'in', ['RUNNING', 'STOPPING'])
    .executeTakeFirst()
  if (running) return { state: 'BLOCKED', why: '@command.schedule.busy' }
  for (const groupId of row.group_ids) {
    if (!situation.groups.has(groupId)) return { state: 'BLOCKED', why: '@command.schedule.groupGone' }
  }
  const [groupId = '', ...nextGroupIds] = row.group_ids
  const { violations } = validate({ kind: 'group.start', groupId, nextGroupIds }, situation, limits)
  const against = violations.find(({ level }) => level !== 'warn')
  return against ? { state: 'BLOCKED', why: against.text, params: against.params } : null
}

function need(row: ScheduleRow, readings: ScheduleReadings): Decision {
  const { isDue, text, params } = needOf(row, readings)
  return { state: isDue ? 'RUNNING' : 'NOT_DUE', why: text, params }
}

/** One run through all groups of the schedule, each in its turn. */
async function start(
  commanding: Commanding,
  tx: Tx,
  work: Work,
  field: HeldField,
  row: ScheduleRow,
  scheduleRunId: string,
  { deficitMm }: ScheduleReadings,
): Promise<string> {
  const groups = await tx
    .selectFrom('irrigation_group')
    .select(['id', 'planned_minutes', 'target_m3'])
    .where(isAnyOf('id', row.group_ids))
    .execute()
  const rates = row.mode === 'ET' ? await ratesOf(tx, field, row.group_ids) : new Map<string, number>()
  const fertigation = await fertigationOf(tx, row.project_id, row.fert_recipe_id)
  const soil = row.soil && { ...row.soil, upTo: row.soil.below + SOIL_LIFT }
  const turns = row.group_ids.flatMap((groupId): Turn[] => {
    const group = groups.find(({ id }) => id === groupId)
    if (!group) return []
    const targetM3 = row.mode === 'VOLUME' ? (row.target_m3 ?? group.target_m3) : null
    const most = row.minutes ?? group.planned_minutes
    const minutes = deficitMm === null ? most : minutesFor(deficitMm, rates.get(groupId) ?? null, most)
    return [
      {
        groupId,
        end: { minutes, ...(targetM3 !== null && { targetM3 }), ...(soil && { soil }) },
        ...(fertigation && { fertigation }),
      },
    ]
  })
  const [first] = turns
  const run = await carryOut(commanding, tx, work, field, {
    commandId: scheduleRunId,
    lgzId: first?.groupId ?? '',
    action: 'start',
    minutes: first?.end.minutes ?? 0,
    targetM3: first?.end.targetM3 ?? null,
    projectId: row.project_id,
    by: { userId: row.creator_id, userName: row.name },
    hash: '',
    scheduleRunId,
    turns,
  })
  return run.id
}

/** mm/h that each group gives its blocks at their design flow; of groups whose blocks have no area, nothing. */
async function ratesOf(
  tx: Tx,
  { situation }: Field,
  groupIds: readonly string[],
): Promise<Map<string, number>> {
  const { network, groups } = situation
  const outlets = new Map(
    groupIds.map((id) => [id, outletsOf(network, groups.get(id)?.members ?? [])] as const),
  )
  const blockIds = [...outlets.values()].flat().flatMap(({ blockId }) => blockId ?? [])
  const blocks = await tx
    .selectFrom('block')
    .select(['id', 'area_m2'])
    .where(isAnyOf('id', blockIds))
    .execute()
  const areaOf = new Map(blocks.map(({ id, area_m2 }) => [id, area_m2]))
  return new Map(
    [...outlets].flatMap(([id, own]): [string, number][] => {
      const area = own.reduce((sum, { blockId }) => sum + (areaOf.get(blockId ?? '') ?? 0), 0)
      const flow = own.reduce((sum, { designFlow }) => sum + designFlow, 0)
      return area > 0 ? [[id, (flow / area) * MM_PER_M]] : []
    }),
  )
}

/** What a schedule goes by: the mean of its soil stations, or what the crop has used since the last start. */
async function measured({ db, services, now }: Commanding, id: string): Promise<ScheduleReadings> {
  const row = await db
    .selectFrom('schedule')
    .innerJoin('project', 'project.id', 'schedule.project_id')
    .selectAll('schedule')
    .select('project.time_zone as zone')
    .where('schedule.id', '=', id)
    .executeTakeFirst()
  if (row?.mode === 'SOIL' && row.soil) {
    const last = await services.telemetry.last(row.soil.deviceIds)
    const values = [...last.values()].flatMap((readings) =>
      readings.flatMap(({ name, good }) =>
        name === row.soil?.metric && good && !good.isStale ? [good.value] : [],
      ),
    )
    const vwc = values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null
    return { vwc, deficitMm: null }
  }
  if (row?.mode !== 'ET' || !row.et) return { vwc: null, deficitMm: null }
  const started = await db
    .selectFrom('schedule_run')
    .select('planned_at')
    .where('schedule_id', '=', id)
    .where('state', '=', 'RUNNING')
    .orderBy('planned_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const from = started?.planned_at.getTime() ?? row.created_at.getTime()
  let deficitMm: number | null = null
  const days = services.telemetry.range({
    deviceId: row.et.deviceId,
    metrics: ['et0Today', 'rain'],
    from: startOf(from, 'day', row.zone),
    to: now(),
    interval: '1d',
  })
  for await (const { metric, max, sum } of days)
    deficitMm = (deficitMm ?? 0) + (metric === 'rain' ? -sum : (max ?? 0))
  return { vwc: null, deficitMm: deficitMm === null ? null : Math.max(0, deficitMm) }
}
