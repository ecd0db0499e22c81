import { type CommandEvent, isTerminal, WAIT_MS } from '@runtime/field/command'
import { judge } from '@runtime/field/interlock/judge'
import { sql, type UpdateObject } from 'kysely'
import { isUnavailable } from '../../database/connect'
import type { Database } from '../../database/schema'
import type { Log } from '../../log'
import type { Tx } from '../../module'
import { step } from './engine'
import { commandRow } from './request'
import { type CommandRow, commandOf } from './rows'
import { type Field, readField, readReadings } from './situation'
import { payloadOf } from './targets'
import { type Commanding, inTransaction, type Work } from './work'

/** Milliseconds between two looks at what is due; what is made here is looked at once. */
const ROUND = 500
/** A server that has not been seen for so long has gone: others take over what it carried on. */
const GONE_AFTER = 5_000
/** How long a sending may take before another server tries. */
const LEASE = 10_000
/** Commands of one look. */
const MOST_DUE = 200
/** Sendings of a project under way at once. */
export const MOST_SENDING = 8
/** Milliseconds after which the field is looked at anew before more of it is judged. */
const FIELD_AGE = 1_000

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
 * The commands of a project, some at a time, each in a short transaction of its own: what holds one up holds up no other. The
 * project itself is not held: who decided on each has seen all others under way, and here it is only asked again.
 */
async function carryOnAll(commanding: Commanding, projectId: string, due: readonly Due[]): Promise<void> {
  let field: Field | undefined
  for (let from = 0; from < due.length; from += MOST_SENDING) {
    if (!field || commanding.now() - field.situation.now > FIELD_AGE)
      field = await lookAt(commanding, projectId)
    const seen = field
    await Promise.all(
      due
        .slice(from, from + MOST_SENDING)
        .map((one) => guarded(commanding.log, () => carryOn(commanding, one, seen))),
    )
  }
}

async function lookAt(commanding: Commanding, projectId: string): Promise<Field> {
  const readings = await readReadings(commanding, projectId)
  return commanding.db.transaction().execute((tx) => readField(tx, projectId, readings, commanding.now()))
}

/** What time or its server's end has done to a command, and its sending. */
async function carryOn(commanding: Commanding, one: Due, field: Field): Promise<void> {
  const sending = await inTransaction(commanding, async (tx, work): Promise<Sending | null> => {
    const row = await lockFree(tx, one)
    if (!row) return null
    const event: CommandEvent = { type: one.is_orphan ? 'restart' : 'tick' }
    const next = await step(commanding, tx, row, event, work)
    const adopted = one.is_orphan ? await adopt(commanding, tx, next) : next
    if (!adopted.is_due || isTerminal(adopted.state)) return null
    // Judged by all that is under way but itself.
    const pending = new Map(field.situation.pending)
    pending.delete(row.actuator_id)
    const leased = await prepare(
      commanding,
      tx,
      adopted,
      { ...field, situation: { ...field.situation, pending } },
      work,
    )
    return leased && handOver(commanding, tx, leased, field.version, work)
  })
  if (sending) await confirm(commanding, sending)
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

/** A command that goes to the broker, while its row is no longer held. */
interface Sending {
  readonly row: CommandRow
  /** Whether the broker has taken it. */
  readonly isTaken: Promise<boolean>
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
): Promise<CommandRow | null> {
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
  return set({ ...snapshot, leased_until })
}

/**
 * Hands a command to the broker while its row is held, so that nothing takes its place in between, by the clock as it is right then:
 * what has waited past its time never goes out. The broker's word is not waited for here.
 */
async function handOver(
  commanding: Commanding,
  tx: Tx,
  row: CommandRow,
  il: string,
  work: Work,
): Promise<Sending | null> {
  const now = await step(commanding, tx, row, { type: 'tick' }, work)
  if (isTerminal(now.state)) return null
  const { project_id: projectId, gateway_id: gatewayId, actuator_id: deviceId } = row
  const payload = payloadOf(commandOf(now), commanding.now(), il)
  const isTaken = commanding.services.devices.send({ projectId, gatewayId, deviceId }, payload).then(
    () => true,
    (error: unknown) => {
      commanding.log.info(`a command could not be handed to the broker: ${error}`)
      return false
    },
  )
  return { row: now, isTaken }
}

/** Notes what the broker has said; where it says nothing in time, the command's own timer sends it again. */
async function confirm(commanding: Commanding, { isTaken, row }: Sending): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const isSilent = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), WAIT_MS.broker)
  })
  const isConfirmed = await Promise.race([isTaken, isSilent]).finally(() => clearTimeout(timer))
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
    if (isConfirmed)
      await step(commanding, tx, { ...held, is_due: false, leased_until: null }, { type: 'published' }, work)
  })
}
