import { limitsOf, minutesToFeed } from '@runtime/field/interlock'
import { isCron, nextStart } from '@runtime/field/rotation'
import { newId } from '@runtime/id'
import type { commandCalls } from '@services/contract/areas/field/command'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { type Selectable, sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import { asRead } from '../../../database/reading'
import { ApiError } from '../../../http/errors'
import type { CallContext, Db, Tx } from '../../../module'
import { fertigationOf } from './recipes'
import { invalid, missing } from './refusals'
import type { ScheduleTable } from './tables'
import { type Commanding, inTransaction } from './work'

type Calls = typeof commandCalls
export type WireSchedule = ResponseOf<Calls['fieldManagement.createSchedule']>
type Body = Omit<InputOf<Calls['fieldManagement.createSchedule']>, 'projectId'>
export type ScheduleRow = Selectable<ScheduleTable>

/** The next time after `now` at which a schedule may begin; null: never, or it is switched off. */
export function nextAt(cron: string, timeZone: string, isEnabled: boolean, now: number): Date | null {
  return isEnabled ? nextStart(cron, timeZone, now) : null
}

const toWire = (row: ScheduleRow): WireSchedule => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  mode: row.mode,
  cron: row.cron,
  groupIds: row.group_ids,
  minutes: row.minutes,
  targetM3: row.target_m3,
  soil: row.soil,
  et: row.et,
  window: row.time_window,
  fertRecipeId: row.fert_recipe_id,
  enabledMark: row.enabled_mark,
  nextAt: row.next_at?.getTime() ?? null,
  rowVersion: row.row_version,
})

const active = (db: Db | Tx) => db.selectFrom('schedule').selectAll().where('deleted_at', 'is', null)

export async function listSchedules({ db }: Commanding, { projectId }: CallContext) {
  const rows = await active(db)
    .where('project_id', '=', projectId)
    .orderBy(asRead('name'))
    .orderBy('id')
    .execute()
  return rows.map(toWire)
}

export async function createSchedule(
  commanding: Commanding,
  context: CallContext,
  { projectId, ...body }: InputOf<Calls['fieldManagement.createSchedule']>,
): Promise<WireSchedule> {
  return inTransaction(commanding, async (tx) => {
    const values = await columnsOf(tx, projectId, body, commanding.now())
    const row = await tx
      .insertInto('schedule')
      .values({
        id: newId(commanding.now()),
        project_id: projectId,
        creator_id: context.user.userId,
        ...values,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await context.audit({ action: 'schedule.create', target: row.id, after: toWire(row) }, tx)
    return toWire(row)
  })
}

export async function updateSchedule(
  commanding: Commanding,
  context: CallContext,
  { id, rowVersion, ...body }: InputOf<Calls['fieldManagement.updateSchedule']>,
): Promise<WireSchedule> {
  return inTransaction(commanding, async (tx) => {
    const before = await forChange(tx, id)
    if (rowVersion !== undefined && before.row_version !== rowVersion)
      throw new ApiError(CODE.conflict, '@command.scheduleChanged')
    const values = await columnsOf(tx, before.project_id, body, commanding.now())
    const row = await tx
      .updateTable('schedule')
      .set({ ...values, updated_at: sql`now()`, row_version: sql`row_version + 1` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const action = 'schedule.update'
    await context.audit({ action, target: id, before: toWire(before), after: toWire(row) }, tx)
    return toWire(row)
  })
}

export async function deleteSchedule(
  commanding: Commanding,
  context: CallContext,
  id: string,
): Promise<null> {
  return inTransaction(commanding, async (tx) => {
    const before = await forChange(tx, id)
    await tx
      .updateTable('schedule')
      .set({ deleted_at: sql`now()`, next_at: null })
      .where('id', '=', id)
      .execute()
    await context.audit({ action: 'schedule.delete', target: id, before: toWire(before) }, tx)
    return null
  })
}

async function forChange(tx: Tx, id: string) {
  const row = await active(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw missing()
  return row
}

/** @throws ApiError 4001 where it could never begin, or says too little for its mode. */
async function columnsOf(tx: Tx, projectId: string, body: Body, now: number) {
  if (!isCron(body.cron)) throw invalid('@command.cronInvalid')
  const isWhole = { TIME: true, VOLUME: body.targetM3, SOIL: body.soil, ET: body.et }[body.mode]
  if (!isWhole) throw invalid('@command.modeNeeds')
  const known = await tx
    .selectFrom('irrigation_group')
    .select(['id', 'name', 'planned_minutes'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where(isAnyOf('id', body.groupIds))
    .execute()
  if (known.length !== new Set(body.groupIds).size) throw invalid('@command.groupUnknown')
  const { time_zone, limits } = await tx
    .selectFrom('project')
    .select(['time_zone', 'limits'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  const fertigation = await fertigationOf(tx, projectId, body.fertRecipeId)
  const need = fertigation ? minutesToFeed(fertigation, limitsOf(limits)) : 0
  for (const { name, planned_minutes } of known) {
    const minutes = body.minutes ?? planned_minutes
    if (minutes < need) throw invalid('@command.schedule.tooShortToFeed', { name, minutes, need })
  }
  const json = (value: unknown) => (value == null ? null : JSON.stringify(value))
  return {
    name: body.name,
    mode: body.mode,
    cron: body.cron,
    group_ids: body.groupIds,
    minutes: body.minutes ?? null,
    target_m3: body.targetM3 ?? null,
    soil: json(body.soil),
    et: json(body.et),
    time_window: json(body.window),
    fert_recipe_id: body.fertRecipeId ?? null,
    enabled_mark: body.enabledMark,
    next_at: nextAt(body.cron, time_zone, body.enabledMark === 1, now),
  }
}

export async function listScheduleRuns(
  { db }: Commanding,
  context: CallContext,
  query: InputOf<Calls['fieldManagement.scheduleRuns']>,
): Promise<ResponseOf<Calls['fieldManagement.scheduleRuns']>> {
  const { projectId } = context
  const { currentPage = 1, pageSize = 20, scheduleId } = query
  const rows = db
    .selectFrom('schedule_run as run')
    .innerJoin('schedule', 'schedule.id', 'run.schedule_id')
    .where('run.project_id', '=', projectId)
    .$if(scheduleId !== undefined, (from) => from.where('run.schedule_id', '=', scheduleId ?? ''))
  const { total } = await rows
    .select((from) => from.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const list = await rows
    .selectAll('run')
    .select('schedule.name')
    .leftJoin('irrigation_run as watered', 'watered.id', 'run.run_id')
    .select(['watered.group_id', 'watered.state as run_state', 'watered.ended_at as run_ended_at'])
    .orderBy('run.planned_at', 'desc')
    .orderBy('run.id')
    .limit(pageSize)
    .offset((currentPage - 1) * pageSize)
    .execute()
  return {
    list: list.map((row) => ({
      id: row.id,
      scheduleId: row.schedule_id,
      scheduleName: row.name,
      plannedAt: row.planned_at.getTime(),
      state: stateOf(row),
      why: row.why === '' ? '' : context.text(row.why, row.why_params),
      groupId: row.group_id,
      runId: row.run_id,
      endedAt: (row.run_ended_at ?? row.ended_at)?.getTime() ?? null,
    })),
    pagination: { currentPage, pageSize, total: Number(total) },
  }
}

type RunState = ResponseOf<Calls['fieldManagement.scheduleRuns']>['list'][number]['state']

/** Of a start that became a run: what became of the run. */
export function stateOf({
  state,
  run_state,
}: {
  readonly state: RunState
  readonly run_state: string | null
}): RunState {
  if (state !== 'RUNNING' || run_state === null) return state
  if (run_state === 'FINISHED' || run_state === 'FAILED' || run_state === 'STOPPED') return run_state
  return run_state === 'PAUSED' ? 'STOPPED' : 'RUNNING'
}
