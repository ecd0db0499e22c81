import { setTimeout as sleep } from 'node:timers/promises'
import { type DeviceIntent, deviceOf, type Intent, isTerminal } from '@runtime/field/command'
import { pumpsThatMayRun } from '@runtime/field/interlock'
import { volumeOfMetered } from '@runtime/field/meter'
import { isEnded, type Run, stepRun } from '@runtime/field/rotation'
import { newId } from '@runtime/id'
import { eachApart } from '../../../apart'
import { isAnyOf } from '../../../database/batches'
import type { Tx } from '../../../module'
import { issue, takeIn } from './issue'
import { type HeldField, jointly } from './jointly'
import { tellRefused } from './leases'
import type { RunRow } from './rows'
import { keepRunSteps } from './run-steps'
import { keepShown, keepStopShown } from './shown'
import type { Field } from './situation'
import type { RunState, StopPlan } from './tables'
import { type Take, turnsOf } from './turns'
import type { Commanding, Work } from './work'

/** A run waits at least so long for its next step, in milliseconds: a step may ask for another at once. */
const MOST_STEPS = 8
/** How long a call waits for actuators that somebody else holds, in milliseconds. */
const REACH_MS = 2_000
/** A stop tells so many at a time. */
const MOST_TOLD = 8
/** How often the stopping of everything looks whether pumps stand. */
const STOP_LOOK = 1_000
/** How often a run looks whether its valves have said how they stand. */
const SETTLE_LOOK = 500

/** Runs that are due, or whose project has been heard of, take their next step. */
export async function stepRuns(commanding: Commanding, heard: ReadonlySet<string>): Promise<void> {
  const rows = await commanding.db
    .selectFrom('irrigation_run')
    .select(['id', 'project_id'])
    .where('state', 'in', ['RUNNING', 'STOPPING'])
    .where((where) =>
      where.or([where('wake_at', '<=', new Date(commanding.now())), isAnyOf('project_id', heard)]),
    )
    .orderBy('started_at')
    .execute()
  await eachApart(
    rows,
    ({ id, project_id }) => stepOne(commanding, id, project_id),
    (error, { id, project_id }) =>
      commanding.log.warn(`run ${id} of project ${project_id} could not take its step: ${error}`),
  )
}

/**
 * One run's next step, in a transaction of its own. It goes on without the actuators that somebody else holds, and waits for its
 * turn at each of them besides, so that it comes to them in the end.
 * @param awaited an actuator whose turn has come
 */
async function stepOne(
  commanding: Commanding,
  id: string,
  projectId: string,
  awaited?: { readonly deviceId: string; readonly take: Take },
): Promise<void> {
  const left = await jointly(
    commanding,
    projectId,
    async (tx, work, field): Promise<Left | undefined> => {
      const row = await tx
        .selectFrom('irrigation_run')
        .selectAll()
        .where('id', '=', id)
        .where('state', 'in', ['RUNNING', 'STOPPING'])
        .forUpdate()
        .executeTakeFirst()
      if (!row) return undefined
      if ('kind' in row.plan) await stepStop(commanding, tx, work, row, row.plan, field)
      // A turn that goes on is not checked, and nothing of it moved, before it is known how its valves stand.
      else if (field.situation.isSettling && row.state === 'RUNNING')
        await waitFor(tx, row, field.situation.now)
      else await stepGroup(commanding, tx, work, row, row.plan, field)
      return { row, busy: field.hold.busy }
    },
    { isSettled: true, awaited },
  )
  if (left) void comeBack(commanding, left)
}

/** A run, and the actuators that somebody else held as it would have told them something. */
export interface Left {
  readonly row: RunRow
  readonly busy: readonly string[]
}

/** A run takes a step at each of its busy actuators once its turn has come there. */
async function comeBack(commanding: Commanding, { row, busy }: Left): Promise<void> {
  const { id, project_id, state } = row
  const back = busy.map((deviceId) =>
    turnsOf(commanding).later(`run ${id}`, deviceId, state === 'STOPPING', (take) =>
      stepOne(commanding, id, project_id, { deviceId, take }),
    ),
  )
  await Promise.all(back)
}

/** As a person's call ends: what is held for a moment only is told in the same call still, what is held longer later. */
export async function reach(commanding: Commanding, left: Left): Promise<RunRow> {
  if (left.busy.length > 0)
    await Promise.race([comeBack(commanding, left), sleep(REACH_MS, undefined, { ref: false })])
  return left.row
}

async function waitFor(tx: Tx, { id }: RunRow, now: number): Promise<void> {
  await tx
    .updateTable('irrigation_run')
    .set({ wake_at: new Date(now + SETTLE_LOOK) })
    .where('id', '=', id)
    .execute()
}

/** The caller holds the water and the run. */
export async function stepGroup(
  commanding: Commanding,
  tx: Tx,
  work: Work,
  row: RunRow,
  plan: Run,
  field: HeldField,
): Promise<RunRow> {
  const { situation, limits } = field
  let run = plan
  let wakeAt: number | null = situation.now
  const intents: Intent[] = []
  for (let count = 0; count < MOST_STEPS && intents.length === 0 && wakeAt === situation.now; count++) {
    const step = stepRun(run, situation, limits)
    run = step.run
    wakeAt = step.wakeAt
    intents.push(...step.intents)
  }
  field.hold.demand(intents.flatMap((intent) => deviceOf(intent) ?? []))
  for (const intent of intents) await tell(commanding, tx, work, row, intent, field)
  return keep(commanding, tx, work, row, run, wakeAt, field)
}

/**
 * Everything that can be stopped is told so at once, what must wait for it afterwards. A stage of many is told in parts, and
 * whoever is busy with somebody else comes last, so that nothing waits for long behind it. The caller holds the water and the run.
 */
export async function stepStop(
  commanding: Commanding,
  tx: Tx,
  work: Work,
  row: RunRow,
  plan: StopPlan,
  field: HeldField,
): Promise<RunRow> {
  const now = commanding.now()
  const isLast = plan.stage >= plan.stages.length
  const open = await openOperations(tx, row.id)
  // Valves wait for pumps that stand and for nothing else: a spreader that never answers must not keep them open.
  const goesOn = !isLast && (plan.stage === 0 || pumpsStand(plan, field))
  const { hold } = field
  const untold = [...(plan.untold ?? []), ...(goesOn ? (plan.stages[plan.stage] ?? []) : [])].sort(
    (one, other) => Number(!hold.of(one.deviceId)) - Number(!hold.of(other.deviceId)),
  )
  const part = untold.splice(0, MOST_TOLD)
  hold.demand(part.map(({ deviceId }) => deviceId))
  for (const intent of part) await tell(commanding, tx, work, row, intent, field)
  const hasMore = untold.length > 0
  const toCome = plan.stages.slice(goesOn ? plan.stage + 1 : plan.stage).flat()
  const left = open.length + part.length + untold.length + toCome.length
  untold.push(...part.filter(({ deviceId }) => hold.isBusy(deviceId)))
  const isEnd = isLast && open.length === 0 && untold.length === 0
  const next = await tx
    .updateTable('irrigation_run')
    .set({
      plan: JSON.stringify({ ...plan, stage: goesOn ? plan.stage + 1 : plan.stage, untold }),
      state: isEnd ? 'FINISHED' : 'STOPPING',
      ended_at: isEnd ? new Date(now) : null,
      wake_at: isEnd ? null : new Date(hasMore ? now : now + STOP_LOOK),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (untold.length > 0) work.kick()
  const of = plan.stages.flat().length
  const progress = {
    of,
    proved: isEnd ? of : Math.max(0, of - left),
    isOver: isEnd,
    stands: isLast || (plan.stage > 0 && goesOn),
  }
  return keepStopShown(tx, work, next, plan, progress, field)
}

/** Whether the pumps of a stop stand by their own word, whosever stop it was that they obeyed. */
function pumpsStand({ stages }: StopPlan, { situation }: Field): boolean {
  const mayRun = new Set(pumpsThatMayRun(situation))
  return !stages.flat().some((intent) => intent.kind === 'pump.stop' && mayRun.has(intent.deviceId))
}

/** What a run's commands that have not ended yet are to do. */
async function openOperations(tx: Tx, runId: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('command')
    .select(['state', 'target'])
    .where('run_id', '=', runId)
    .execute()
  return rows.filter(({ state }) => !isTerminal(state)).map(({ target }) => target.op)
}

/** One act of a run: a command like any other, checked like any other. Whom somebody else holds is told at a later step. */
async function tell(
  commanding: Commanding,
  tx: Tx,
  work: Work,
  row: RunRow,
  intent: Intent,
  field: HeldField,
): Promise<void> {
  if (!('deviceId' in intent)) throw new Error(`A run cannot do ${intent.kind}.`)
  const held = field.hold.of(intent.deviceId)
  if (!held) return
  const own = { ...intent, runId: row.id } as DeviceIntent
  const issued = await issue(
    commanding,
    tx,
    work,
    held,
    {
      commandId: newId(commanding.now()),
      intent: own,
      by: { userId: row.issued_by, userName: row.issued_by_name },
      reason: '',
      requestHash: '',
      overrides: [],
    },
    field,
  )
  takeIn(field, issued)
}

function stateOf(run: Run, row: RunRow): RunState {
  if (run.phase === 'failed') return 'FAILED'
  if (run.phase === 'finished')
    return row.is_pausing ? 'PAUSED' : run.reason === 'done' ? 'FINISHED' : 'STOPPED'
  return run.phase === 'stoppingPumps' || run.phase === 'closing' ? 'STOPPING' : 'RUNNING'
}

/**
 * Writes where a run stands, and tells of it.
 * @param stopping it is taken over by the stopping of everything, and shows that until all is closed
 */
export async function keep(
  commanding: Commanding,
  tx: Tx,
  work: Work,
  row: RunRow,
  run: Run,
  wakeAt: number | null,
  field: Field,
  stopping?: 'stopping',
): Promise<RunRow> {
  const now = commanding.now()
  const state = stateOf(run, row)
  const turn = run.turns[run.turn]
  const next = await tx
    .updateTable('irrigation_run')
    .set({
      plan: JSON.stringify(run),
      state,
      group_id: turn?.groupId ?? row.group_id,
      ends_at:
        turn && run.wateredSince !== null
          ? new Date(run.wateredSince + turn.end.minutes * 60_000)
          : row.ends_at,
      volume_m3: volumeOfMetered(run.metered)?.m3 ?? row.volume_m3,
      ended_at: isEnded(run) ? new Date(now) : null,
      wake_at: wakeAt === null ? null : new Date(Math.max(wakeAt, now)),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await keepRunSteps(tx, row, run, now)
  if (!('kind' in row.plan)) await tellRefused(commanding, tx, work, row.project_id, row.plan, run)
  if (isEnded(run) && row.schedule_run_id) work.kick()
  return keepShown(tx, work, next, run, field, stopping)
}
