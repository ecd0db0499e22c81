import { type Dice, isInFlight, isTerminal } from '@runtime/field/command'
import type { RunShown } from '@runtime/field/rotation'
import type { FieldChange } from '@services/contract/areas/field/project'
import { FIELD_CODE } from '@services/contract/field-code'
import { sql } from 'kysely'
import { ApiError } from '../../../http/errors'
import type { Locales } from '../../../locales'
import type { Log } from '../../../log'
import type { Db, Services, Tx } from '../../../module'
import type { CommandRow, RunRow } from './rows'

/** What the parts of this module work with. */
export interface Commanding {
  readonly db: Db
  readonly services: Services
  readonly locales: Locales
  readonly log: Log
  /** Of this server, among those that carry commands on. */
  readonly serverId: string
  /** When this server began, in milliseconds since 1970. */
  readonly startedAt: number
  /** Milliseconds since 1970. */
  now(): number
  readonly dice: Dice
  /** There is something to send or to look at: the dispatcher does not wait for its next round. */
  kick(): void
  /** What the map has to be told of its marks since it was told last. */
  markChanges(projectId: string): Promise<readonly FieldChange[]>
}

/** Where a device is reached. */
export interface Address {
  readonly projectId: string
  readonly gatewayId: string
  readonly deviceId: string
}

/** What follows from a transaction once it is committed: nothing of it is told before. */
export class Work {
  private readonly changes = new Map<string, FieldChange[]>()
  private readonly queries = new Map<string, Address>()
  private readonly afters: (() => void | Promise<void>)[] = []
  private readonly marked = new Set<string>()
  private isKick = false

  /** For the lists of commands alone: what was refused as it was asked for, while its device goes on obeying what it obeyed. */
  listed(row: CommandRow): void {
    this.change(row.project_id, {
      layer: 'command',
      id: row.id,
      deviceId: row.actuator_id,
      state: row.state,
      stage: row.stage,
      holder: isInFlight(row.state) ? row.issued_by_name : null,
      runId: row.run_id,
    })
  }

  /** A command has changed: for the lists and panels of commands, and for its device's mark on the map. */
  command(row: CommandRow): void {
    const holder = isInFlight(row.state) ? row.issued_by_name : null
    this.listed(row)
    this.change(row.project_id, {
      layer: 'device',
      id: row.actuator_id,
      control: { state: row.state, commandId: row.id, holder },
    })
    if (!isTerminal(row.state)) this.isKick = true
  }

  /**
   * A run stands otherwise than before: for all that shows it, in one frame with what it marks on the map.
   * @param is whether it has come to another phase or group, and whether that marks nodes and pipes otherwise
   */
  run(row: RunRow, shown: RunShown, is: { readonly turn: boolean; readonly marked: boolean }): void {
    const turned = is.turn && { isTurn: true }
    this.change(row.project_id, { layer: 'run', id: row.id, state: row.state, ...shown, ...turned })
    if (is.marked) this.marks(row.project_id)
  }

  change(projectId: string, change: FieldChange): void {
    this.changes.set(projectId, [...(this.changes.get(projectId) ?? []), change])
  }

  /** The device is asked what it is doing. */
  query(address: Address): void {
    this.queries.set(address.deviceId, address)
  }

  /** What the map marks of runs may have changed. */
  marks(projectId: string): void {
    this.marked.add(projectId)
  }

  kick(): void {
    this.isKick = true
  }

  after(work: () => void | Promise<void>): void {
    this.afters.push(work)
  }

  /** What follows from a part that may yet come to nothing. */
  apart(): Work {
    return new Work()
  }

  /** That part has come to something. */
  join(part: Work): void {
    for (const [projectId, changes] of part.changes)
      for (const change of changes) this.change(projectId, change)
    for (const address of part.queries.values()) this.query(address)
    for (const projectId of part.marked) this.marks(projectId)
    this.afters.push(...part.afters)
    this.isKick ||= part.isKick
  }

  /** Tells what has been committed. What fails here has happened all the same, so it only goes to the log. */
  async done(commanding: Commanding): Promise<void> {
    const { services, log } = commanding
    try {
      for (const projectId of new Set([...this.changes.keys(), ...this.marked])) {
        const marks = this.marked.has(projectId) ? await commanding.markChanges(projectId) : []
        services.fieldLive.changed(projectId, [...(this.changes.get(projectId) ?? []), ...marks])
      }
      for (const after of this.afters) await after()
    } catch (error) {
      log.warn(`a change of commands could not be told: ${error}`)
    }
    for (const address of this.queries.values()) queryDevice(commanding, address)
    if (this.isKick) commanding.kick()
  }
}

/** Asks a device for its state; the answer comes as a report, and a later round asks again where none does. */
function queryDevice({ services, log, now }: Commanding, { projectId, gatewayId, deviceId }: Address): void {
  services.devices
    .request({ projectId, gatewayId }, { id: `${deviceId}-${now()}`, what: 'state', device: deviceId })
    .catch((error: unknown) => log.info(`${deviceId} could not be asked for its state: ${error}`))
}

/** Serialisation failure, deadlock, and a lock that was not free in time: the same again has another outcome. */
const AGAIN = new Set(['40001', '40P01', '55P03'])
const MOST_TRIES = 5
/** How long a transaction waits for a lock before it begins anew. */
const LOCK_WAIT = '3s'

/** Also a command that another call has written at the same time: it is found then. */
export function isToBeTriedAgain(error: unknown): boolean {
  const { code = '', constraint } = (error ?? {}) as { readonly code?: string; readonly constraint?: string }
  return AGAIN.has(code) || (code === '23505' && constraint === 'command_pkey')
}

/** Others have kept what a transaction needs for as long as it may wait; nothing has been done. */
export class TooLong extends ApiError {
  constructor() {
    super(FIELD_CODE.timeout, '@command.busy')
  }
}

/**
 * Runs a transaction, again where it met another; what follows from it runs once it is committed.
 * @throws TooLong
 */
export async function inTransaction<T>(
  commanding: Commanding,
  run: (tx: Tx, work: Work) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const work = new Work()
    try {
      const result = await commanding.db.transaction().execute(async (tx) => {
        // What a pump is told is on the disk before anybody hears of it; who waits for another's lock is told when it takes too long.
        await sql`select set_config('synchronous_commit', 'on', true), set_config('lock_timeout', ${LOCK_WAIT}, true)`.execute(
          tx,
        )
        return run(tx, work)
      })
      await work.done(commanding)
      return result
    } catch (error) {
      if (attempt < MOST_TRIES && isToBeTriedAgain(error)) continue
      throw (error as { code?: string }).code === '55P03' ? new TooLong() : error
    }
  }
}
