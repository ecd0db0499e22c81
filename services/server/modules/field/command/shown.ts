import { GROUP_STATE } from '@runtime/field/kinds'
import { unknownVolume } from '@runtime/field/meter'
import {
  GROUP_STATE_OF,
  isSameShown,
  type Run,
  type RunShown,
  runShown,
  type ShownPhase,
  stopShown,
} from '@runtime/field/rotation'
import { sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import type { Tx } from '../../../module'
import type { RunRow } from './rows'
import { runVolumes } from './run-volumes'
import type { Field } from './situation'
import type { RunState, StopPlan } from './tables'
import type { Work } from './work'

/** Of runs that ended before their state was kept. */
const PHASE_OF: Readonly<Record<RunState, ShownPhase>> = {
  RUNNING: 'watering',
  STOPPING: 'stopping',
  PAUSED: 'paused',
  FINISHED: 'done',
  STOPPED: 'stopped',
  FAILED: 'failed',
}

/** How a run stands, as it was worked out when it changed last. */
export function shownOf(row: RunRow): RunShown {
  if (row.shown) return row.shown
  const plan = 'kind' in row.plan ? null : row.plan
  return {
    runId: row.id,
    groupId: row.group_id,
    phase: PHASE_OF[row.state],
    ...{ water: 'none', proved: 0, of: 0 },
    endsAt: row.state === 'RUNNING' ? (row.ends_at?.getTime() ?? null) : null,
    since: (row.ended_at ?? row.started_at).getTime(),
    m3: row.volume_m3,
    quality: row.volume_m3 === null ? 'unknown' : 'measured',
    target: row.target_m3,
    minutes: row.minutes,
    why: plan?.reason ?? null,
    by: row.issued_by_name,
    at: (row.ended_at ?? row.started_at).getTime(),
  }
}

/** Of `irrigation_run`: a run that is not over, by what is shown of it. */
export const isUnderWay = () =>
  sql<boolean>`(irrigation_run.state in ('RUNNING', 'STOPPING') or irrigation_run.shown ->> 'phase' in ('stopping', 'closing'))`

/** The same once something else has taken its place: to be written with the state that says so. */
export const overNow = (row: RunRow, now: number): string =>
  JSON.stringify({
    ...shownOf(row),
    phase: 'stopped',
    water: 'none',
    endsAt: null,
    since: now,
    at: now,
  } satisfies RunShown)

/** Keeps how a run stands now, and tells of it where that is another than before. The row is as it has just been written. */
export async function keepShown(
  tx: Tx,
  work: Work,
  row: RunRow,
  run: Run,
  { situation, limits }: Field,
  stopping?: 'stopping' | 'closing',
): Promise<RunRow> {
  const volume = (await runVolumes(tx, [row])).get(run.id) ?? unknownVolume()
  const shown = runShown(run, situation, limits, {
    isPausing: row.is_pausing,
    ...(stopping && { stopping }),
    volume,
    by: row.issued_by_name,
    before: row.shown,
  })
  return put(tx, work, row, shown)
}

/** The same of the stopping of everything, and of the runs that it has taken over. */
export async function keepStopShown(
  tx: Tx,
  work: Work,
  row: RunRow,
  plan: StopPlan,
  progress: {
    readonly proved: number
    readonly of: number
    readonly isOver: boolean
    readonly stands: boolean
  },
  field: Field,
): Promise<RunRow> {
  const facts = { by: row.issued_by_name, before: row.shown }
  const next = await put(tx, work, row, stopShown({ runId: row.id, ...progress }, facts, field.situation.now))
  const { runIds = [] } = plan
  if (runIds.length === 0) return next
  const taken = await tx.selectFrom('irrigation_run').selectAll().where(isAnyOf('id', runIds)).execute()
  for (const one of taken) {
    if ('kind' in one.plan) continue
    const phase = progress.isOver ? undefined : progress.stands ? 'closing' : 'stopping'
    await keepShown(tx, work, one, one.plan, field, phase)
  }
  return next
}

async function put(tx: Tx, work: Work, row: RunRow, shown: RunShown): Promise<RunRow> {
  if (isSameShown(row.shown, shown)) return row
  const next = await tx
    .updateTable('irrigation_run')
    .set({ shown: JSON.stringify(shown) })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await markGroup(tx, row, shown)
  const before = row.shown
  const turn = before?.phase !== shown.phase || before.groupId !== shown.groupId
  const isDry = (one: RunShown) => one.water === 'none' || (one.phase === 'opening' && one.proved === 0)
  work.run(next, shown, { turn, marked: turn || isDry(before) !== isDry(shown) })
  return next
}

/** The group whose turn it is stands as its run does. */
async function markGroup(tx: Tx, { shown: before, ...row }: RunRow, after: RunShown): Promise<void> {
  const now = new Date(after.at)
  const isOther = before?.groupId !== after.groupId
  // Groups of turns that are over have had their water.
  if (before?.groupId && isOther) await setGroup(tx, before.groupId, GROUP_STATE.finished, { ended_at: now })
  if (after.groupId === null) return
  const state = GROUP_STATE_OF[after.phase]
  if (before && !isOther && GROUP_STATE_OF[before.phase] === state) return
  const begun = before === null && { started_at: row.started_at }
  const ended_at = state === GROUP_STATE.running ? null : now
  await setGroup(tx, after.groupId, state, { ...begun, ended_at })
}

const setGroup = (
  tx: Tx,
  id: string,
  state: number,
  times: { readonly started_at?: Date; readonly ended_at: Date | null },
) =>
  tx
    .updateTable('irrigation_group')
    .set({ state, ...times, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
