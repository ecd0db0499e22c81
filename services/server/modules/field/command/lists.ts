import { fertigationPhase } from '@runtime/field/rotation'
import type { Translate } from '@runtime/host'
import type { commandCalls } from '@services/contract/areas/field/command'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { isAnyOf } from '../../../database/batches'
import type { CallContext, Db } from '../../../module'
import { tellDecided } from './approval'
import { decide } from './decide'
import { step } from './engine'
import { release } from './issue'
import { interlocked, invalid, lockHeld, missing } from './refusals'
import type { CommandRow, RunRow } from './rows'
import { commandRow } from './rows'
import { runVolumes, volumeToWire } from './run-volumes'
import { shownOf } from './shown'
import { commandsToWire, holderToWire, resultText, type WireCommand } from './wire'
import { type Commanding, inTransaction } from './work'

type Calls = typeof commandCalls
type WireRun = ResponseOf<Calls['fieldManagement.operateLgz']>

const OPEN: CommandRow['state'][] = ['AWAIT_CONFIRM', 'QUEUED', 'SENT', 'ACCEPTED', 'EXECUTING']
/** Runs that a list shows. */
const MOST_RUNS = 50

interface ById {
  readonly commandId: string
}

export async function commandById(
  commanding: Commanding,
  context: CallContext,
  { commandId }: ById,
): Promise<WireCommand> {
  const project = context.projectId
  const row = await commanding.db
    .selectFrom('command')
    .selectAll()
    .where('project_id', '=', project)
    .where('id', '=', commandId)
    .executeTakeFirst()
  const [wire] = row ? await commandsToWire(commanding.db, [row], context.text) : []
  if (!wire) throw missing()
  return wire
}

export async function listCommands(
  { db }: Commanding,
  context: CallContext,
  query: InputOf<Calls['fieldManagement.commands']>,
): Promise<ResponseOf<Calls['fieldManagement.commands']>> {
  const { projectId } = context
  const { currentPage = 1, pageSize = 20, deviceId, isOpen } = query
  const rows = db
    .selectFrom('command')
    .where('project_id', '=', projectId)
    .$if(deviceId !== undefined, (from) => from.where('actuator_id', '=', deviceId ?? ''))
    .$if(isOpen === 1, (from) => from.where('state', 'in', OPEN))
  const { total } = await rows
    .select((from) => from.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const list = await rows
    .selectAll()
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((currentPage - 1) * pageSize)
    .execute()
  return {
    list: await commandsToWire(db, list, context.text),
    pagination: { currentPage, pageSize, total: Number(total) },
  }
}

/** Takes back a command that waits for its confirmation; one that is on its way is undone by another. */
export async function cancelCommand(
  commanding: Commanding,
  context: CallContext,
  { commandId }: ById,
): Promise<WireCommand> {
  const project = context.projectId
  const row = await inTransaction(commanding, async (tx, work) => {
    const before = await commandRow(tx, project, commandId)
    if (!before) throw missing()
    // Being sent, or having been: it may have reached the broker.
    const isHandedOver = before.state === 'QUEUED' && (!before.is_due || before.leased_until !== null)
    if (isHandedOver) throw invalid('@command.tooLate')
    const after = await step(commanding, tx, before, { type: 'cancel' }, work)
    if (after.state !== 'CANCELED') throw invalid('@command.tooLate')
    if (after !== before)
      await context.audit({ action: 'command.cancel', target: commandId, after: { state: after.state } }, tx)
    return after
  })
  const [wire] = await commandsToWire(commanding.db, [row], context.text)
  if (!wire) throw missing()
  return wire
}

/** The second person's word for a command that sets an interlock aside (risk D). */
export async function approveCommand(
  commanding: Commanding,
  context: CallContext,
  { commandId, reason }: InputOf<Calls['fieldManagement.approveCommand']>,
): Promise<WireCommand> {
  const project = context.projectId
  const requested = await commanding.db
    .selectFrom('command')
    .select(['actuator_id', 'intent'])
    .where('project_id', '=', project)
    .where('id', '=', commandId)
    .executeTakeFirst()
  if (!requested) throw missing()
  const intent = { ...requested.intent, deviceId: requested.actuator_id }
  const wanted = { intent, commandId }
  const outcome = await decide(commanding, project, wanted, async ({ tx, work, field, held, before }) => {
    if (!before) throw missing()
    if (before.risk !== 'D' || before.state !== 'AWAIT_CONFIRM') throw invalid('@command.nothingToApprove')
    if (before.issued_by === context.user.userId) throw invalid('@command.secondPerson')
    const issued = await release(commanding, tx, work, held, before, field, context.user)
    if (issued.kind === 'held') {
      // It waits on: the second person may say so again once the other command has ended.
      const holder = holderToWire(issued.holder, commanding.now())
      await context.audit(
        { action: 'command.approve', target: commandId, after: { state: before.state, holder }, reason },
        tx,
      )
      return { kind: 'held', holder } as const
    }
    const after = { state: issued.row.state, overrides: before.overrides, interlocks: issued.violations }
    await context.audit({ action: 'command.approve', target: commandId, after, reason }, tx)
    if (issued.kind === 'queued') work.after(() => tellDecided(commanding, issued.row, 'approved'))
    return issued
  })
  if (outcome.kind === 'held') throw lockHeld(outcome.holder)
  const { row, violations } = outcome
  if (outcome.kind === 'rejected')
    throw interlocked(
      violations.filter(({ code }) => !row.overrides.includes(code)),
      context.text,
      row.actuator_id,
    )
  const [wire] = await commandsToWire(commanding.db, [row], context.text)
  if (!wire) throw missing()
  return wire
}

/** Runs as the wire says them, with what they have told devices so far. */
export async function runsToWire(db: Db, rows: readonly RunRow[], translate: Translate): Promise<WireRun[]> {
  if (rows.length === 0) return []
  const groupIds = rows.flatMap(({ group_id }) => group_id ?? [])
  const groups = groupIds.length
    ? await db.selectFrom('irrigation_group').select(['id', 'name']).where(isAnyOf('id', groupIds)).execute()
    : []
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  const ids = rows.map(({ id }) => id)
  const volumes = await runVolumes(db, rows)
  const commands = await db
    .selectFrom('command')
    .selectAll()
    .where(isAnyOf('run_id', ids))
    .orderBy('issued_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    runId: row.id,
    projectId: row.project_id,
    lgzId: row.group_id ?? '',
    lgzName: names.get(row.group_id ?? '') ?? '',
    action: row.action,
    state: row.state,
    startedAt: row.started_at.getTime(),
    endsAt: shownOf(row).endsAt,
    endedAt: row.ended_at?.getTime() ?? null,
    minutes: row.minutes,
    targetM3: row.target_m3,
    ...volumeToWire(volumes.get(row.id), row, translate),
    issuedBy: row.issued_by_name,
    why: 'kind' in row.plan || row.plan.reason === null ? '' : translate(`@rotation.${row.plan.reason}`),
    shown: {
      ...shownOf(row),
      m3: volumes.get(row.id)?.m3 ?? null,
      quality: volumes.get(row.id)?.quality ?? 'unknown',
    },
    fertigation: fertigationToWire(row),
    steps: commands
      .filter(({ run_id }) => run_id === row.id)
      .map((command, index) => ({
        no: index + 1,
        deviceId: command.actuator_id,
        op: command.target.op,
        commandId: command.id,
        state: command.state,
        resultText: resultText(command, translate),
        finishedAt: command.finished_at?.getTime() ?? null,
        verifiedAt: command.verified_at?.getTime() ?? null,
      })),
  }))
}

/** Where the fertilizer of a run's present turn stands. */
function fertigationToWire({ plan }: RunRow): WireRun['fertigation'] {
  if ('kind' in plan) return null
  const fertigation = plan.turns[plan.turn]?.fertigation
  const phase = fertigationPhase(plan)
  if (!fertigation || phase === null) return null
  const { deviceId, recipe = '', minutes } = fertigation
  // While the next group opens, the run still knows of the one before.
  const isOwn = phase !== 'waiting'
  return {
    ...{ deviceId, recipe, minutes, phase },
    startedAt: isOwn ? plan.fertilizedSince : null,
    endedAt: isOwn ? (plan.fertilizerEndedAt ?? null) : null,
  }
}

export async function listRuns({ db }: Commanding, { projectId, text }: CallContext): Promise<WireRun[]> {
  const rows = await db
    .selectFrom('irrigation_run')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('started_at', 'desc')
    .limit(MOST_RUNS)
    .execute()
  return runsToWire(db, rows, text)
}
