import { type CommandEvent, isTerminal, WAIT_MS } from '@runtime/field/command'
import { validate } from '@runtime/field/interlock/validate'
import { sql, type UpdateObject } from 'kysely'
import type { Database } from '../../../database/schema'
import type { Tx } from '../../../module'
import { step } from './engine'
import { createLoop, guarded } from './loop'
import { type CommandRow, commandOf, commandRow } from './rows'
import { type Field, readField, readReadings } from './situation'
import { payloadOf } from './targets'
import { type Commanding, inTransaction, type Work } from './work'

/** A server that has not been seen for so long has gone: others take over what it carried on. */
const GONE_AFTER = 5_000
/** How long a sending may take before another server tries. */
const LEASE = 10_000
/** Commands of one look. */
const MOST_DUE = 200
/** Sendings of a project under way at once. */
export const MOST_SENDING = 8
/** Stops and closes of a project that are handed over at once, besides those; they wait for no word of the broker. */
const MOST_STOPPING = 4

interface Due {
  readonly project_id: string
  readonly id: string
  readonly is_essential: boolean
  /** Its server has gone. */
  readonly is_orphan: boolean
}

/** Other work that is looked at in the same rounds: runs, schedules, the watch over the water. */
export type Round = () => Promise<void>

export interface Dispatcher {
  kick(): void
  /** One look at everything that is due, to its end. */
  poll(): Promise<void>
  start(): void
  stop(): Promise<void>
}

/**
 * Carries commands on: sends what is to be sent, and moves what has waited long enough. All of it stands in the table, so that
 * any server can; one row is worked on by one server at a time. Other work has loops of its own: nothing is sent later for it.
 */
export function createDispatcher(commanding: Commanding, rounds: readonly Round[]): Dispatcher {
  const { log } = commanding
  const carrier = new Carrier(commanding, () => sending.kick())
  const sending = createLoop(log, () => carrier.poll())
  const loops = [sending, ...rounds.map((round) => createLoop(log, round))]
  const kick = () => {
    for (const loop of loops) loop.kick()
  }
  return {
    kick,
    async poll() {
      for (const loop of loops) await loop.poll()
      await carrier.end()
    },
    start: kick,
    async stop() {
      for (const loop of loops) await loop.stop()
      await carrier.end()
      await guarded(log, () =>
        commanding.db.deleteFrom('command_server').where('id', '=', commanding.serverId).execute(),
      )
    },
  }
}

/**
 * The commands that a server carries on at this moment, each by itself: what holds one up holds up no other. The water is not held:
 * who decided on each has seen all others under way, and here it is only asked again.
 */
class Carrier {
  private readonly underWay = new Map<string, Promise<void>>()
  /** How many of a project are under way, stops apart. */
  private readonly taken = new Map<string, number>()
  private isShort = false
  private readonly commanding: Commanding
  private readonly kick: () => void

  constructor(commanding: Commanding, kick: () => void) {
    this.commanding = commanding
    this.kick = kick
  }

  /** Begins with what is due and not begun with yet. */
  async poll(): Promise<void> {
    await beSeen(this.commanding)
    this.isShort = false
    const due = await readDue(this.commanding)
    for (const projectId of new Set(due.map(({ project_id }) => project_id))) {
      const some = due.filter((one) => one.project_id === projectId && this.take(one))
      if (some.length > 0) this.begin(projectId, some)
    }
  }

  /** Once all that has been begun with is at its end. */
  async end(): Promise<void> {
    await Promise.all(this.underWay.values())
  }

  /** Takes a place for a command, where there is one left. */
  private take(one: Due): boolean {
    if (this.underWay.has(keyOf(one))) return false
    const places = placesOf(one)
    const taken = this.taken.get(places) ?? 0
    if (taken >= (one.is_essential ? MOST_STOPPING : MOST_SENDING)) {
      this.isShort = true
      return false
    }
    this.taken.set(places, taken + 1)
    this.underWay.set(keyOf(one), Promise.resolve())
    return true
  }

  private leave(one: Due): void {
    const places = placesOf(one)
    const left = (this.taken.get(places) ?? 1) - 1
    if (left > 0) this.taken.set(places, left)
    else this.taken.delete(places)
  }

  private begin(projectId: string, some: readonly Due[]): void {
    const field = situationOf(this.commanding, projectId)
    for (const one of some) this.underWay.set(keyOf(one), this.carry(one, field))
  }

  private async carry(one: Due, field: Promise<Field>): Promise<void> {
    let isLeft = false
    const leave = () => {
      if (!isLeft) this.leave(one)
      isLeft = true
    }
    const isDone = await guarded(this.commanding.log, async () => {
      const sending = await carryOn(this.commanding, one, await field)
      if (one.is_essential) leave()
      if (this.isShort && one.is_essential) this.kick()
      if (sending) await confirm(this.commanding, sending)
    })
    leave()
    this.underWay.delete(keyOf(one))
    // What has failed is not tried again before its time.
    if (isDone && this.isShort) this.kick()
  }
}

const keyOf = ({ project_id, id }: Due): string => `${project_id} ${id}`
const placesOf = ({ project_id, is_essential }: Due): string => `${project_id} ${is_essential}`

/** This server carries commands on now. */
async function beSeen({ db, serverId }: Commanding): Promise<void> {
  await sql`
    insert into command_server (id, seen_at) values (${serverId}, clock_timestamp())
    on conflict (id) do update set seen_at = clock_timestamp()`.execute(db)
}

async function readDue({ db, serverId, now }: Commanding): Promise<Due[]> {
  const at = new Date(now())
  const { rows } = await sql<Due>`
    select project_id, id, is_essential, owner <> ${serverId} as is_orphan from command
    where state in ('AWAIT_CONFIRM', 'QUEUED', 'SENT', 'ACCEPTED', 'EXECUTING')
      and (owner = ${serverId} and (leased_until is null or leased_until <= clock_timestamp())
          and (is_due or wake_at <= ${at})
        or owner <> ${serverId} and not exists (
          select from command_server server where server.id = owner
            and server.seen_at > clock_timestamp() - ${GONE_AFTER} * interval '1 millisecond'))
    order by is_essential desc, issued_at, id
    limit ${MOST_DUE}`.execute(db)
  return rows
}

async function situationOf(commanding: Commanding, projectId: string): Promise<Field> {
  const readings = await readReadings(commanding, projectId)
  return commanding.db.transaction().execute((tx) => readField(tx, projectId, readings, commanding.now()))
}

/** What time or its server's end has done to a command; and its sending, where it is to be sent. */
async function carryOn(commanding: Commanding, one: Due, field: Field): Promise<Sending | null> {
  return inTransaction(commanding, async (tx, work): Promise<Sending | null> => {
    const row = await lockFree(tx, one)
    if (!row) return null
    const isOrphan = one.is_orphan && row.owner !== commanding.serverId
    const event: CommandEvent = { type: isOrphan && hasLeft(row) ? 'restart' : 'tick' }
    const next = await step(commanding, tx, row, event, work)
    const adopted = isOrphan ? await adopt(commanding, tx, next) : next
    if (!adopted.is_due || isTerminal(adopted.state)) return null
    // Checked by all that is under way but itself.
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
}

/**
 * Whether a command may have reached a broker. Its sending is noted and handed over in one transaction: of one that was never noted
 * nothing is asked after, it goes out. Had its server ended between the two, its device acts upon it once all the same.
 */
const hasLeft = ({ is_due, attempts, leased_until }: CommandRow): boolean =>
  !is_due || attempts > 1 || leased_until !== null

/** The row, with its actuator, whose lease may change with it: neither is waited for. */
const lockFree = (tx: Tx, { project_id, id }: Due): Promise<CommandRow | undefined> =>
  tx
    .selectFrom('command')
    .innerJoin('actuator', 'actuator.device_id', 'command.actuator_id')
    .selectAll('command')
    .where('command.project_id', '=', project_id)
    .where('command.id', '=', id)
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
 * Checks a command once more at the moment of its sending, and keeps others from sending it in the meantime. What was sent already
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
  const { violations } = validate(row.intent, field.situation, field.limits)
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
    // It has moved on in the meantime: an answer was faster, or it was sent again.
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
