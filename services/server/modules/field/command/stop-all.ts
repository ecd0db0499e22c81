import type { DeviceIntent } from '@runtime/field/command'
import { validate } from '@runtime/field/interlock/validate'
import type { SequenceStep } from '@runtime/field/interlock/verdict'
import { followMeter, type Run } from '@runtime/field/rotation'
import { newId } from '@runtime/id'
import type { commandCalls } from '@services/contract/areas/field/command'
import type { InputOf } from '@services/contract/call'
import type { CallContext, Tx } from '../../../module'
import { addRun, HELD, type Operation } from './carry-out'
import { type HeldField, jointly } from './jointly'
import type { RunRow } from './rows'
import { keep, type Left, reach, stepStop } from './runs'
import { overNow } from './shown'
import type { Field } from './situation'
import type { StopPlan } from './tables'
import type { Commanding, Work } from './work'

type Calls = typeof commandCalls

/**
 * Stops everything: fertilizer and pumps in this very call, valves once the pumps stand. Never refused, never confirmed; runs
 * under way end, and what has not been sent never is.
 */
export async function stopAll(
  commanding: Commanding,
  context: CallContext,
  { projectId, commandId, reason }: InputOf<Calls['fieldManagement.stopAll']>,
): Promise<RunRow> {
  const left = await jointly(commanding, projectId, async (tx, work, field): Promise<Left> => {
    const id = commandId ?? newId(commanding.now())
    const before = await tx
      .selectFrom('irrigation_run')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('command_id', '=', id)
      .executeTakeFirst()
    if (before) return { row: before, busy: [] }
    const runIds = await endRuns(commanding, tx, work, projectId, field)
    const operation = { projectId, commandId: id, by: context.user, hash: '' }
    const { sequence } = validate({ kind: 'stopAll' }, field.situation, field.limits)
    const row = await beginStop(commanding, tx, work, field, operation, { kind: 'stopAll', runIds }, sequence)
    const after = { runId: row.id }
    await context.audit({ action: 'rotation.stopAll', target: projectId, after, reason: reason ?? '' }, tx)
    return { row, busy: field.hold.busy }
  })
  return reach(commanding, left)
}

/** Runs are over where they stand: the stopping of everything does the rest, and they show how far it is. */
async function endRuns(
  commanding: Commanding,
  tx: Tx,
  work: Work,
  projectId: string,
  field: Field,
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('irrigation_run')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('state', 'in', HELD)
    .orderBy('id')
    .forUpdate()
    .execute()
  const now = commanding.now()
  for (const row of rows) {
    if ('kind' in row.plan)
      await tx
        .updateTable('irrigation_run')
        .set({ state: 'STOPPED', ended_at: new Date(now), wake_at: null, shown: overNow(row, now) })
        .where('id', '=', row.id)
        .execute()
    else {
      const metered = followMeter(row.plan, field.situation)
      const ended: Run = { ...row.plan, metered, phase: 'finished', phaseSince: now, reason: 'stopped' }
      await keep(commanding, tx, work, row, ended, null, field, 'stopping')
    }
  }
  return rows.flatMap(({ id, plan }) => ('kind' in plan ? (plan.runIds ?? []) : [id]))
}

/** Begins a stop stage by stage: its first one is told in this very call. */
export async function beginStop(
  commanding: Commanding,
  tx: Tx,
  work: Work,
  field: HeldField,
  of: Pick<Operation, 'projectId' | 'commandId' | 'by' | 'hash'>,
  what: Pick<StopPlan, 'kind' | 'runIds'>,
  sequence: readonly SequenceStep[],
): Promise<RunRow> {
  const stages: DeviceIntent[][] = []
  for (const { stage, intent } of sequence) {
    if (!('deviceId' in intent)) continue
    stages[stage] = [...(stages[stage] ?? []), intent]
  }
  const plan: StopPlan = { ...what, stages: Array.from(stages, (each) => each ?? []), stage: 0 }
  const now = commanding.now()
  const operation = {
    ...of,
    ...{ lgzId: null, action: 'stop' as const, minutes: 0, targetM3: null, scheduleRunId: null },
  }
  const row = await addRun(tx, newId(now), plan, operation, new Date(now))
  return stepStop(commanding, tx, work, row, plan, field)
}
