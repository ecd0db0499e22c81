import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../module'
import type { CommandRow } from './rows'
import type { Actuator } from './tables'

/*
 * What a deed holds, always in this order: its actuators, then the water of its project. Actuators are waited for by whoever
 * holds nothing (`turns.ts`); the water is asked for last, so that under it nobody waits for anybody, and least for a device.
 */

/**
 * The water of a project is checked by one at a time: two commands that are harmless each may not be together (two last
 * outlets). Held from the look at the field to the end of the transaction, for as long as it takes to check and to write.
 */
export const holdWater = (tx: Tx, projectId: string) =>
  sql`select pg_advisory_xact_lock(hashtext(${`command ${projectId}`}))`.execute(tx)

export const actuatorOf = (tx: Tx, deviceId: string): Promise<Actuator | undefined> =>
  tx
    .selectFrom('device')
    .select(['id', 'name', 'kind', 'project_id', 'gateway_id', 'link_class', 'uplink_every_sec', 'settings'])
    .where('id', '=', deviceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** An actuator that is held, with all of its commands that have not ended: nothing of it changes by others. */
export interface Held {
  readonly actuator: Actuator
  /** The number of its next command. */
  readonly seq: number
  /** What is under way to it. */
  readonly inFlight: CommandRow | undefined
}

type ActuatorRow = Actuator & { readonly seq: number }

const OPEN = sql`state in ('AWAIT_CONFIRM', 'QUEUED', 'SENT', 'ACCEPTED', 'EXECUTING')`
const IN_FLIGHT: ReadonlySet<string> = new Set(['QUEUED', 'SENT', 'ACCEPTED', 'EXECUTING'])

/** A device has a live row and a number before it is held. */
const ensureRows = (tx: Tx, ids: readonly string[]) =>
  sql`
    with wanted as (select id, project_id from device where id = any(${[...ids]}::text[]) order by id),
    live as (
      insert into device_live (device_id, project_id) select id, project_id from wanted
        where not exists (select from device_live where device_id = wanted.id)
      on conflict do nothing)
    insert into actuator (device_id, project_id) select id, project_id from wanted
      where not exists (select from actuator where device_id = wanted.id)
    on conflict do nothing`.execute(tx)

/**
 * Holds those of the devices that nobody else holds at this moment; waits for none. Live rows come first, as where reports are
 * taken in: once they are held, nothing new gets under way.
 */
export async function holdFree(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Held>> {
  if (ids.length === 0) return new Map()
  await ensureRows(tx, ids)
  const { rows: live } = await sql<{ id: string }>`
    select device_id as id from device_live where device_id = any(${[...ids]}::text[])
    order by device_id for update skip locked`.execute(tx)
  const free = live.map(({ id }) => id)
  const { rows: actuators } = await sql<ActuatorRow>`
    with own as (
      select device_id from actuator where device_id = any(${free}::text[]) for update skip locked)
    ${numbered(sql`own`)}`.execute(tx)
  const { rows: commands } = await sql<CommandRow & { readonly busy: string | null }>`
    with open as (select id, actuator_id from command where actuator_id = any(${free}::text[]) and ${OPEN}),
    free as (select * from command where actuator_id = any(${free}::text[]) and ${OPEN} for update skip locked)
    select free.*, case when free.id is null then open.actuator_id end as busy
    from open left join free on free.id = open.id and free.actuator_id = open.actuator_id`.execute(tx)
  const busy = new Set(commands.map((row) => row.busy))
  return heldOf(
    actuators.filter(({ id }) => !busy.has(id)),
    commands,
  )
}

/** Waits for one actuator and holds it. Whoever asks holds nothing else, so that nobody waits for them in the meantime. */
export async function holdNext(tx: Tx, id: string): Promise<Held | undefined> {
  await ensureRows(tx, [id])
  await sql`select from device_live where device_id = ${id} for update`.execute(tx)
  const { rows: actuators } = await sql<ActuatorRow>`
    with own as (select ${id} as device_id) ${numbered(sql`own`)}`.execute(tx)
  const { rows: commands } = await sql<CommandRow>`
    select * from command where actuator_id = ${id} and ${OPEN} for update`.execute(tx)
  return heldOf(actuators, commands).get(id)
}

/** Takes the next number of each, and reads what its device is. */
const numbered = (own: RawBuilder<unknown>) => sql`
  update actuator set seq = actuator.seq + 1
  from ${own} as own join device on device.id = own.device_id
  where actuator.device_id = own.device_id and device.deleted_at is null
  returning device.id, device.name, device.kind, device.project_id, device.gateway_id, device.link_class,
    device.uplink_every_sec, device.settings, actuator.seq`

const heldOf = (
  actuators: readonly ActuatorRow[],
  commands: readonly CommandRow[],
): ReadonlyMap<string, Held> =>
  new Map(
    actuators.map(({ seq, ...actuator }) => {
      const inFlight = commands.find(
        ({ actuator_id, state }) => actuator_id === actuator.id && IN_FLIGHT.has(state),
      )
      return [actuator.id, { actuator, seq, inFlight }]
    }),
  )

/** A deed needs actuators that were not asked for before it began: it begins anew and asks. */
export class Unheld extends Error {
  readonly ids: readonly string[]
  constructor(ids: readonly string[]) {
    super(`not asked for: ${ids.join(', ')}`)
    this.ids = ids
  }
}

/** Actuators that a deed has asked for: those it holds, and those that somebody else holds at this moment. */
export class Hold {
  private readonly requested: ReadonlySet<string>
  private readonly held: ReadonlyMap<string, Held>
  private readonly gone: string | null

  constructor(requested: ReadonlySet<string>, held: ReadonlyMap<string, Held>, gone: string | null) {
    this.requested = requested
    this.held = held
    this.gone = gone
  }

  /** Undefined where it is not held. */
  of(id: string): Held | undefined {
    return this.held.get(id)
  }

  /** Whether somebody else holds it. One that is gone was waited for in vain. */
  isBusy(id: string): boolean {
    return !this.held.has(id) && id !== this.gone
  }

  /** Actuators that somebody else holds. */
  get busy(): readonly string[] {
    return [...this.requested].filter((id) => this.isBusy(id))
  }

  /** @throws Unheld where one of them has not been asked for. */
  demand(ids: readonly string[]): void {
    if (ids.some((id) => !this.requested.has(id))) throw new Unheld(ids)
  }
}
