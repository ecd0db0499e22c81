import type { Fertigation } from '@runtime/field/command'
import { newRun, type Run, rinseLeft, stopRun, type Turn } from '@runtime/field/rotation'
import { newId } from '@runtime/id'
import type { commandCalls } from '@services/contract/areas/field/command'
import type { InputOf } from '@services/contract/call'
import type { Tx } from '../../../module'
import type { HeldField } from './jointly'
import { invalid } from './refusals'
import type { RunRow } from './rows'
import { stepGroup } from './runs'
import type { RunPlan } from './tables'
import type { Commanding, Work } from './work'

type Operate = InputOf<(typeof commandCalls)['fieldManagement.operateLgz']>

/** Runs that hold their group. */
export const HELD: RunRow['state'][] = ['RUNNING', 'STOPPING']

/** The run that holds a group, itself held by the transaction. */
export const runOf = (tx: Tx, groupId: string): Promise<RunRow | undefined> =>
  tx
    .selectFrom('irrigation_run')
    .selectAll()
    .where('group_id', '=', groupId)
    .where('state', 'in', HELD)
    .forUpdate()
    .executeTakeFirst()

/** What a run is made of, whoever wants it: a person or a schedule. */
export interface Operation {
  readonly commandId: string
  readonly lgzId: string
  readonly action: Operate['action']
  readonly fromLgzId?: string | null | undefined
  readonly minutes: number
  readonly targetM3: number | null
  readonly fertigation?: Fertigation | undefined
  readonly projectId: string
  readonly by: { readonly userId: string; readonly userName: string }
  readonly hash: string
  readonly scheduleRunId: string | null
  /** Of a schedule: all of its groups; else the one group is the only turn. */
  readonly turns?: readonly Turn[]
}

/** Does what has been checked and confirmed. The caller holds the water. */
export async function carryOut(
  commanding: Commanding,
  tx: Tx,
  work: Work,
  field: HeldField,
  operation: Operation,
): Promise<RunRow> {
  const { action, lgzId, fromLgzId } = operation
  if (action === 'start' || action === 'resume') return begin(commanding, tx, work, field, operation)
  const row = await runOf(tx, action === 'switch' ? (fromLgzId ?? '') : lgzId)
  if (!row || 'kind' in row.plan) {
    if (action === 'switch') throw invalid('@command.notRunning')
    // Nothing runs, yet something may stand open: stopping is never refused for want of a run.
    return begin(commanding, tx, work, field, operation, 'stopped')
  }
  // Of the moment that the field was read at: by a later one the present turn would not be over yet when its next step is taken.
  const { now } = field.situation
  if (action === 'switch') {
    const turns = [...endedNow(row.plan, field), turnOf(operation)]
    return stepGroup(commanding, tx, work, row, { ...row.plan, turns }, field)
  }
  if (action === 'pause')
    await tx.updateTable('irrigation_run').set({ is_pausing: true }).where('id', '=', row.id).execute()
  const stopped = stopRun(row.plan, now)
  return stepGroup(commanding, tx, work, { ...row, is_pausing: action === 'pause' }, stopped, field)
}

const turnOf = ({ lgzId, minutes, targetM3, fertigation }: Operation): Turn => ({
  groupId: lgzId,
  end: { minutes, ...(targetM3 !== null && { targetM3 }) },
  ...(fertigation && { fertigation }),
})

/** The turns so far, the present one having had what it has had; fertilizer in its water is rinsed out first (I14). */
function endedNow(plan: Run, { situation, limits }: HeldField): Turn[] {
  const present = plan.turns[plan.turn]
  const rest = present ? rinseLeft(plan, present, situation, limits) : 0
  const minutes = plan.wateredSince === null ? 0 : (situation.now - plan.wateredSince + rest) / 60_000
  return plan.turns
    .slice(0, plan.turn + 1)
    .map((turn, place) => (place === plan.turn ? { ...turn, end: { ...turn.end, minutes } } : turn))
}

async function begin(
  commanding: Commanding,
  tx: Tx,
  work: Work,
  field: HeldField,
  operation: Operation,
  ending?: 'stopped',
): Promise<RunRow> {
  const now = commanding.now()
  const id = newId(now)
  const fresh = newRun(id, operation.turns ?? [turnOf(operation)], now)
  const pumps = field.situation.network.pumps.filter((pump) => field.situation.devices.get(pump)?.reported.st)
  const plan = ending ? { ...stopRun(fresh, now), pumpIds: pumps } : fresh
  const row = await addRun(tx, id, plan, operation, new Date(now))
  return stepGroup(commanding, tx, work, row, plan, field)
}

/** A new run as it is kept. */
export function addRun(
  tx: Tx,
  id: string,
  plan: RunPlan,
  operation: Omit<Operation, 'lgzId'> & { lgzId: string | null },
  at: Date,
): Promise<RunRow> {
  return tx
    .insertInto('irrigation_run')
    .values({
      id,
      project_id: operation.projectId,
      group_id: operation.lgzId,
      command_id: operation.commandId,
      request_hash: operation.hash,
      action: operation.action,
      state: 'kind' in plan ? 'STOPPING' : 'RUNNING',
      plan: JSON.stringify(plan),
      minutes: operation.minutes,
      target_m3: operation.targetM3,
      started_at: at,
      ends_at: null,
      ended_at: null,
      volume_m3: null,
      issued_by: operation.by.userId,
      issued_by_name: operation.by.userName,
      schedule_run_id: operation.scheduleRunId,
      wake_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
