import { PUMP_STATE } from '@runtime/field/kinds'
import { sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import type { AckReport, Batch, Consumer, StateReport } from '../../../devices/ingest'
import type { Tx } from '../../../module'
import { step } from './engine'
import type { CommandRow } from './rows'
import { type Commanding, Work } from './work'

/** How long the truth of a command that was given up may still arrive, in milliseconds. */
const LATE = 24 * 3_600_000

/**
 * What devices say of commands: acknowledgements, and reports that prove or disprove them. Runs in the transaction that takes
 * the reports in, after their live rows, so it holds actuators, then commands.
 */
export function createConsumer(commanding: Commanding): Consumer {
  return async (tx, batch) => {
    const ids = [...new Set([...batch.acks, ...batch.states].map(({ deviceId }) => deviceId))].sort()
    if (ids.length === 0) return undefined
    const work = new Work()
    await holdActuators(tx, ids)
    await notePumps(tx, batch.states, commanding.now())
    const rows = await openRows(tx, ids, batch, commanding.now())
    for (const row of rows) await hear(commanding, tx, row, batch, work)
    if (rows.some((row) => row.run_id !== null)) work.kick()
    return () => work.done(commanding)
  }
}

/** Actuators first, in their order, then commands: whose lease changes with a command is held before it. */
const holdActuators = (tx: Tx, deviceIds: readonly string[]) =>
  tx
    .selectFrom('actuator')
    .select('device_id')
    .where(isAnyOf('device_id', deviceIds))
    .orderBy('device_id')
    .forUpdate()
    .execute()

/** Commands under way to these devices, and the last one that was given up of each. */
async function openRows(
  tx: Tx,
  deviceIds: readonly string[],
  { acks }: Batch,
  now: number,
): Promise<CommandRow[]> {
  const named = acks.map(({ id }) => id)
  const { rows } = await sql<CommandRow>`
    select * from command
    where actuator_id = any(${[...deviceIds]}::text[])
      and (state in ('QUEUED', 'SENT', 'ACCEPTED', 'EXECUTING')
        or (state = 'TIMEOUT' and finished_at > ${new Date(now - LATE)}
          and (id = any(${named}::text[]) or seq = (
            select max(seq) from command newest where newest.actuator_id = command.actuator_id
              and newest.state not in ('REJECTED', 'CANCELED', 'EXPIRED', 'AWAIT_CONFIRM', 'DRAFT')))))
    order by actuator_id, seq for update`.execute(tx)
  return rows
}

/** Acks of a command come before what was reported after them. */
async function hear(
  commanding: Commanding,
  tx: Tx,
  row: CommandRow,
  { acks, states }: Batch,
  work: Work,
): Promise<void> {
  const isOwn = (report: AckReport | StateReport) =>
    report.deviceId === row.actuator_id && report.projectId === row.project_id
  const heard = [
    ...acks.filter((ack) => isOwn(ack) && ack.id === row.id).map((ack) => ({ at: ack.ts, order: 0, ack })),
    ...states.filter(isOwn).map(({ reported }) => ({ at: reported.ts, order: 1, reported })),
  ].sort((one, other) => one.at - other.at || one.order - other.order)
  let now = row
  for (const each of heard)
    now = await step(
      commanding,
      tx,
      now,
      'ack' in each
        ? { type: 'ack', status: each.ack.st, code: each.ack.code, message: each.ack.msg }
        : { type: 'report', reported: each.reported },
      work,
    )
}

const HOUR = 3_600_000
const TURNING: ReadonlySet<number> = new Set([PUMP_STATE.starting, PUMP_STATE.running])

/** Starts and stops of pumps, by their own word (I08). The same report twice is one. */
async function notePumps(tx: Tx, states: readonly StateReport[], now: number): Promise<void> {
  const reporting = states.filter(({ reported }) => reported.st !== undefined)
  if (reporting.length === 0) return
  const ids = [...new Set(reporting.map(({ deviceId }) => deviceId))].sort()
  const pumps = await tx
    .selectFrom('device')
    .select(['id', 'project_id'])
    .where(isAnyOf('id', ids))
    .where('kind', '=', 'PUMP')
    .execute()
  for (const { id, project_id } of pumps.sort((one, other) => (one.id < other.id ? -1 : 1))) {
    await tx
      .insertInto('actuator')
      .values({ device_id: id, project_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const kept = await tx
      .selectFrom('actuator')
      .select(['pump_state', 'stopped_at', 'starts'])
      .where('device_id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    let { pump_state, stopped_at, starts } = kept
    for (const { reported } of reporting.filter(({ deviceId }) => deviceId === id)) {
      const state = reported.st ?? PUMP_STATE.stopped
      const [was, is] = [TURNING.has(pump_state ?? -1), TURNING.has(state)]
      // Its first word of all says nothing of when it began.
      if (is && !was && pump_state !== null) starts = [...starts, new Date(reported.ts)]
      if (state === PUMP_STATE.stopped && pump_state !== null && pump_state !== state)
        stopped_at = new Date(reported.ts)
      pump_state = state
    }
    if (pump_state === kept.pump_state) continue
    await tx
      .updateTable('actuator')
      .set({ pump_state, stopped_at, starts: starts.filter((at) => at.getTime() > now - HOUR) })
      .where('device_id', '=', id)
      .execute()
  }
}
