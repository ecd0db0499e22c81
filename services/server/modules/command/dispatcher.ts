import { type CommandEvent, isTerminal } from '@runtime/field/command'
import { judge } from '@runtime/field/interlock/judge'
import type { CommandPayload } from '@runtime/field/topics'
import { sql, type UpdateObject } from 'kysely'
import { isUnavailable } from '../../database/connect'
import type { Database } from '../../database/schema'
import type { Log } from '../../log'
import type { Tx } from '../../module'
import { step } from './engine'
import { holdProject } from './issue'
import { commandRow } from './request'
import { type CommandRow, commandOf } from './rows'
import { type Field, readField, readReadings } from './situation'
import { payloadOf } from './targets'
import { type Address, type Commanding, inTransaction, type Work } from './work'

/** Milliseconds between two looks at what is due; what is made here is looked at once. */
const ROUND = 500
/** A server that has not been seen for so long has gone: others take over what it carried on. */
const GONE_AFTER = 5_000
/** How long a sending may take before another server tries. */
const LEASE = 10_000
/** Commands of one look. */
const MOST_DUE = 200
/** Commands of a project that are judged together: the project is held meanwhile. */
const MOST_TOGETHER = 50
/** Sendings under way at once. */
const MOST_SENDING = 8

interface Due {
  readonly project_id: string
  readonly id: string
  /** Its server has gone. */
  readonly is_orphan: boolean
}

/** Other work that is looked at in the same rounds: runs, schedules, the watch over the water. */
export type Round = () => Promise<void>

export interface Dispatcher {
  kick(): void
  /** One look at everything that is due, to its end. */
  look(): Promise<void>
  start(): void
  stop(): Promise<void>
}

/**
 * Carries commands on: sends what is to be sent, and moves what has waited long enough. All of it stands in the table, so that
 * any server can; one row is worked on by one server at a time.
 */
export function createDispatcher(commanding: Commanding, rounds: readonly Round[]): Dispatcher {
  const { log } = commanding
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isAgain = false
  let isStopped = false

  const look = async () => {
    await beSeen(commanding)
    const due = await readDue(commanding)
    const projects = [...new Set(due.map(({ project_id }) => project_id))]
    await Promise.all(
      projects.map((projectId) => {
        const own = due.filter(({ project_id }) => project_id === projectId)
        return guarded(log, () => carryOnAll(commanding, projectId, own))
      }),
    )
    for (const round of rounds) await guarded(log, round)
  }
  const run = () => {
    if (isStopped) return
    if (running) {
      isAgain = true
      return
    }
    clearTimeout(timer)
    running = guarded(log, look).finally(() => {
      running = undefined
      if (isStopped) return
      const isSoon = isAgain
      isAgain = false
      timer = setTimeout(run, isSoon ? 0 : ROUND)
    })
  }
  return {
    kick: run,
    async look() {
      while (running) await running
      await look()
    },
    start: run,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
      await guarded(log, () =>
        commanding.db.deleteFrom('command_server').where('id', '=', commanding.serverId).execute(),
      )
    },
  }
}

/** What fails is tried again in the next round. */
async function guarded(log: Log, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isUnavailable(error))
      log.warn(`commands could not be carried on: ${error instanceof Error ? (error.stack ?? error) : error}`)
  }
}

/** This server carries commands on now. */
async function beSeen({ db, serverId }: Commanding): Promise<void> {
  await sql`
    insert into command_server (id, seen_at) values (${serverId}, clock_timestamp())
    on conflict (id) do update set seen_at = clock_timestamp()`.execute(db)
}

async function readDue({ db, serverId, now }: Commanding): Promise<Due[]> {
  const at = new Date(now())
  const { rows } = await sql<Due>`
    select project_id, id, false as is_orphan from command
    where owner = ${serverId} and (leased_until is null or leased_until <= clock_timestamp())
      and state in ('AWAIT_CONFIRM', 'QUEUED', 'SENT', 'ACCEPTED', 'EXECUTING')
      and (is_due or wake_at <= ${at})
    union all
    select project_id, id, true from command
    where owner <> ${serverId} and state in ('AWAIT_CONFIRM', 'QUEUED', 'SENT', 'ACCEPTED', 'EXECUTING')
      and not exists (
        select from command_server server
        where server.id = owner and server.seen_at > clock_timestamp() - ${GONE_AFTER} * interval '1 millisecond')
    limit ${MOST_DUE}`.execute(db)
  return rows
}

/**
 * The commands of a project, so many at a time in one transaction: fifty that are given at once are judged by one look at the
 * water. Where one of them fails, each goes alone, so that it keeps none of the others.
 */
async function carryOnAll(commanding: Commanding, projectId: string, due: readonly Due[]): Promise<void> {
  for (let from = 0; from < due.length; from += MOST_TOGETHER) {
    const some = due.slice(from, from + MOST_TOGETHER)
    try {
      await carryOn(commanding, projectId, some)
    } catch (error) {
      if (some.length === 1 || isUnavailable(error)) throw error
      for (const one of some) await guarded(commanding.log, () => carryOn(commanding, projectId, [one]))
    }
  }
}

/** What time or their server's end has done to commands, and their sending. */
async function carryOn(commanding: Commanding, projectId: string, due: readonly Due[]): Promise<void> {
  const readings = await readReadings(commanding, projectId)
  const sendings = await inTransaction(commanding, async (tx, work) => {
    await holdProject(tx, projectId)
    const rows: CommandRow[] = []
    for (const one of due) {
      const row = await lockFree(tx, one)
      if (!row) continue
      const event: CommandEvent = { type: one.is_orphan ? 'restart' : 'tick' }
      const next = await step(commanding, tx, row, event, work)
      const adopted = one.is_orphan ? await adopt(commanding, tx, next) : next
      if (adopted.is_due && !isTerminal(adopted.state)) rows.push(adopted)
    }
    if (rows.length === 0) return []
    const field = await readField(tx, projectId, readings, commanding.now())
    const pending = new Map(field.situation.pending)
    const prepared: Sending[] = []
    for (const row of rows) {
      // Judged by all that is under way but itself; one that is refused here is under way no more for those after it.
      const own = pending.get(row.actuator_id)
      pending.delete(row.actuator_id)
      const situation = { ...field.situation, pending }
      const sending = await prepare(commanding, tx, row, { ...field, situation }, work)
      if (!sending) continue
      prepared.push(sending)
      if (own) pending.set(row.actuator_id, own)
    }
    return prepared
  })
  for (let from = 0; from < sendings.length; from += MOST_SENDING)
    await Promise.all(
      sendings
        .slice(from, from + MOST_SENDING)
        .map((sending) => guarded(commanding.log, () => send(commanding, sending))),
    )
}

const lockFree = (tx: Tx, { project_id, id }: Due): Promise<CommandRow | undefined> =>
  tx
    .selectFrom('command')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('leased_until', 'is', null),
        where('leased_until', '<=', sql<Date>`clock_timestamp()`),
      ]),
    )
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Makes it this server's, even where nothing else of it has changed. */
const adopt = ({ serverId }: Commanding, tx: Tx, row: CommandRow): Promise<CommandRow> =>
  tx
    .updateTable('command')
    .set({ owner: serverId })
    .where('project_id', '=', row.project_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()

interface Sending {
  readonly row: CommandRow
  readonly address: Address
  readonly payload: CommandPayload
}

/**
 * Judges a command once more at the moment of its sending, and keeps others from sending it meanwhile. What was sent already
 * goes again without: the device may have it, and a stop is never held back half way.
 */
async function prepare(
  commanding: Commanding,
  tx: Tx,
  row: CommandRow,
  field: Field,
  work: Work,
): Promise<Sending | null> {
  const now = commanding.now()
  const { violations } = judge(row.intent, field.situation, field.limits)
  const against = violations.find(({ level, code }) => level !== 'warn' && !row.overrides.includes(code))
  const snapshot = { dispatch_snapshot: JSON.stringify({ at: now, violations }) }
  const set = (values: UpdateObject<Database, 'command'>) =>
    tx
      .updateTable('command')
      .set(values)
      .where('project_id', '=', row.project_id)
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  if (against && row.published_at === null) {
    const noted = await set(snapshot)
    const result = { code: against.code, text: against.text }
    await step(commanding, tx, noted, { type: 'reject', result }, work)
    return null
  }
  const leased_until = sql<Date>`clock_timestamp() + ${LEASE} * interval '1 millisecond'`
  const leased = await set({ ...snapshot, leased_until })
  const address = { projectId: row.project_id, gatewayId: row.gateway_id, deviceId: row.actuator_id }
  return { row: leased, address, payload: payloadOf(commandOf(leased), now, field.version) }
}

/** Hands a command to the broker; where that fails, its own timer sends it again. */
async function send(commanding: Commanding, { address, payload, row }: Sending): Promise<void> {
  let isTaken = true
  try {
    await commanding.services.devices.send(address, payload)
  } catch (error) {
    isTaken = false
    commanding.log.info(`a command could not be handed to the broker: ${error}`)
  }
  await inTransaction(commanding, async (tx, work) => {
    const held = await commandRow(tx, row.project_id, row.id)
    // It has moved on meanwhile: an answer was faster, or it was sent again.
    if (!held || held.attempts !== row.attempts) return
    await tx
      .updateTable('command')
      .set({ is_due: false, leased_until: null })
      .where('project_id', '=', row.project_id)
      .where('id', '=', row.id)
      .execute()
    if (isTaken)
      await step(commanding, tx, { ...held, is_due: false, leased_until: null }, { type: 'published' }, work)
  })
}
