import { type Asked, CONFIRM_MS, type Fertigation, type Intent } from '@runtime/field/command'
import { outletsOf } from '@runtime/field/hydraulics'
import { checkGroup } from '@runtime/field/interlock'
import { validate } from '@runtime/field/interlock/validate'
import type { Verdict } from '@runtime/field/interlock/verdict'
import { turnsLeft } from '@runtime/field/rotation'
import type { commandCalls } from '@services/contract/areas/field/command'
import type { InputOf, ResponseOf } from '@services/contract/call'
import type { CallContext, Tx } from '../../../module'
import { carryOut, type Operation, runOf } from './carry-out'
import { giveToken, requestHash, spendToken } from './confirm'
import { jointly } from './jointly'
import { type Operated, operatedBefore } from './operated'
import { fertigationOf } from './recipes'
import { interlocked, invalid, missing, needsConfirm, wireOf } from './refusals'
import type { RunRow } from './rows'
import { reach } from './runs'
import { overNow } from './shown'
import { type Field, readField, readReadings } from './situation'
import type { Commanding } from './work'

type Calls = typeof commandCalls
type Operate = InputOf<Calls['fieldManagement.operateLgz']>
type OperationInput = InputOf<Calls['fieldManagement.judgeCanOperateLgz']>

async function groupOf(commanding: Commanding, id: string) {
  const group = await commanding.db
    .selectFrom('irrigation_group')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!group) throw missing()
  return group
}

/** What an operation is checked by, and what goes into its water. */
type OperationVerdict = Pick<Operate, 'lgzId' | 'action' | 'fromLgzId'> & {
  readonly minutes: number
  readonly fertigation?: Fertigation | undefined
}

/** The intent of an operation; a pause stops, going on starts. */
function intentOf(
  { lgzId, action, fromLgzId, minutes, fertigation }: OperationVerdict,
  nextGroupIds: readonly string[],
): Intent {
  const fed = fertigation && { fertigation, minutes }
  if (action === 'stop' || action === 'pause') return { kind: 'group.stop', groupId: lgzId }
  if (action === 'switch') {
    if (!fromLgzId || fromLgzId === lgzId) throw invalid('@command.fromRequired')
    return { kind: 'group.switch', groupId: lgzId, fromGroupId: fromLgzId, ...fed }
  }
  return { kind: 'group.start', groupId: lgzId, nextGroupIds, ...fed }
}

/** The rules on an operation. A switch is checked as the run that makes it: what that run holds is its own. */
async function verdictOf(tx: Tx, field: Field, requested: OperationVerdict): Promise<Verdict> {
  const nextGroupIds = requested.action === 'resume' ? await stillToCome(tx, requested.lgzId) : []
  const intent = intentOf(requested, nextGroupIds)
  const from = intent.kind === 'group.switch' ? await runOf(tx, intent.fromGroupId) : undefined
  return validate({ ...intent, ...(from && { runId: from.id }) }, field.situation, field.limits)
}

/** Whether a group may be operated now, and what its water does to the pipes. */
export async function validateOperation(
  commanding: Commanding,
  context: CallContext,
  requested: OperationInput,
): Promise<ResponseOf<Calls['fieldManagement.judgeCanOperateLgz']>> {
  const { project_id, planned_minutes } = await groupOf(commanding, requested.lgzId)
  const readings = await readReadings(commanding, project_id)
  return commanding.db.transaction().execute(async (tx) => {
    const field = await readField(tx, project_id, readings, commanding.now())
    const fertigation = await fertigationOf(tx, project_id, requested.fertRecipeId)
    const minutes = requested.minutes ?? planned_minutes
    const { allowed, violations } = await verdictOf(tx, field, { ...requested, minutes, fertigation })
    const group = field.situation.groups.get(requested.lgzId)
    const check = group && checkGroup(group, field.situation, field.limits)
    return {
      can: allowed,
      violations: wireOf(violations, context.text),
      hydraulics: {
        flow: check?.flow ?? 0,
        minPressure: check?.minPressure ?? null,
        maxVelocity: check?.maxVelocity ?? null,
      },
    }
  })
}

/**
 * Starts, stops, pauses, goes on with a group, or switches to it from the one that runs.
 * @throws ApiError 4001, 4031, 4041, 4092, 4101, 4201–4216.
 */
export async function operate(
  commanding: Commanding,
  context: CallContext,
  requested: Operate,
): Promise<RunRow> {
  const group = await groupOf(commanding, requested.lgzId)
  const projectId = group.project_id
  const action = `rotation.${requested.action}`
  const outcome = await jointly(commanding, projectId, async (tx, work, field): Promise<Operated> => {
    const hash = requestHash({ ...requested })
    const before = await operatedBefore(tx, projectId, requested.commandId, hash)
    if (before) return before
    const fertigation = await fertigationOf(tx, projectId, requested.fertRecipeId)
    const minutes = requested.minutes ?? group.planned_minutes
    const verdict = await verdictOf(tx, field, { ...requested, minutes, fertigation })
    if (!verdict.allowed) {
      const after = { state: 'REJECTED', interlocks: verdict.violations }
      await context.audit({ action, target: requested.lgzId, after }, tx)
      return { refusal: interlocked(verdict.violations, context.text, null) }
    }
    const isConfirmed = await confirmed(commanding, context, tx, {
      ...{ requested, projectId, hash, verdict },
      asked: askedOf(requested, group.name, field),
    })
    if (isConfirmed !== true) return { refusal: isConfirmed }
    const row = await carryOut(commanding, tx, work, field, {
      ...requested,
      ...(await wantedOf(tx, requested, group, commanding.now())),
      fertigation,
      projectId,
      by: context.user,
      hash,
      scheduleRunId: null,
    })
    await context.audit(
      {
        action,
        target: requested.lgzId,
        after: { runId: row.id, minutes: row.minutes, interlocks: verdict.violations },
        ...(requested.reason && { reason: requested.reason }),
      },
      tx,
    )
    return { row, busy: field.hold.busy }
  })
  if ('refusal' in outcome) throw outcome.refusal
  return reach(commanding, outcome)
}

/** The run of a group that was paused last and waits to go on. */
const pausedOf = (tx: Tx, groupId: string): Promise<RunRow | undefined> =>
  tx
    .selectFrom('irrigation_run')
    .selectAll()
    .where('group_id', '=', groupId)
    .where('state', '=', 'PAUSED')
    .orderBy('started_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/** Groups whose turns come after that of the one which goes on. */
async function stillToCome(tx: Tx, groupId: string): Promise<readonly string[]> {
  const paused = await pausedOf(tx, groupId)
  if (!paused || 'kind' in paused.plan) return []
  return paused.plan.turns.slice(paused.plan.turn + 1).map((turn) => turn.groupId)
}

/** What is to be done: going on takes what is left of the run that was paused, which is over with that. */
async function wantedOf(
  tx: Tx,
  requested: Operate,
  group: { readonly planned_minutes: number; readonly target_m3: number | null },
  at: number,
): Promise<Pick<Operation, 'minutes' | 'targetM3' | 'turns'>> {
  const whole = {
    minutes: requested.minutes ?? group.planned_minutes,
    targetM3: requested.targetM3 ?? group.target_m3,
  }
  const paused = requested.action === 'resume' ? await pausedOf(tx, requested.lgzId) : undefined
  if (!paused || 'kind' in paused.plan) return whole
  const [first, ...rest] = turnsLeft(paused.plan, paused.volume_m3)
  if (!first) return whole
  await tx
    .updateTable('irrigation_run')
    .set({ state: 'STOPPED', shown: overNow(paused, at) })
    .where('id', '=', paused.id)
    .execute()
  const minutes = requested.minutes ?? first.end.minutes
  const targetM3 = requested.targetM3 ?? first.end.targetM3 ?? null
  const end = { ...first.end, minutes, ...(targetM3 !== null && { targetM3 }) }
  return { minutes, targetM3, turns: [{ ...first, end }, ...rest] }
}

/** What a yes stands for: the group's water as the pipes are now. */
function askedOf({ lgzId, action }: Operate, name: string, { situation, limits }: Field): Asked {
  const act = action === 'resume' || action === 'switch' ? (`group.${action}` as const) : 'group.start'
  const group = situation.groups.get(lgzId)
  if (!group) return { act, name }
  const { flow } = checkGroup(group, situation, limits)
  return { act, name, flow, outlets: outletsOf(situation.network, group.members).length }
}

async function confirmed(
  { now }: Commanding,
  context: CallContext,
  tx: Tx,
  {
    requested,
    projectId,
    hash,
    verdict,
    asked,
  }: { requested: Operate; projectId: string; hash: string; verdict: Verdict; asked: Asked },
): Promise<true | Error> {
  if (requested.action === 'stop' || requested.action === 'pause') return true
  const of = {
    projectId,
    commandId: requested.commandId,
    userId: context.user.userId,
    requestHash: hash,
    violations: verdict.violations,
  }
  if (requested.confirmToken && (await spendToken(tx, of, requested.confirmToken, now()))) return true
  const token = await giveToken(tx, of, now())
  return needsConfirm({
    commandId: requested.commandId,
    confirmToken: token,
    expiresIn: CONFIRM_MS / 1000,
    snapshot: { violations: wireOf(verdict.violations, context.text), asked },
  })
}
