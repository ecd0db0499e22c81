import { FIELD_CODE } from '@services/contract/field-code'
import { sql } from 'kysely'
import { isTimeout } from '../../../database/connect'
import { ApiError } from '../../../http/errors'
import type { Tx } from '../../../module'
import { type Held, holdNext } from './hold'
import type { Commanding } from './work'

/** How many wait for actuators at once: each takes a connection, and those who need none of them must find one. */
const MOST_WAITING = 3
/** How long one waits before the next does, in milliseconds; its own turn comes again. */
const TURN = '500ms'
/** How long a caller is kept waiting for an actuator, in milliseconds. */
const PATIENCE = 10_000

/** Holds an actuator; called first in a transaction of its own. Undefined where the device is gone. */
export type Take = (tx: Tx) => Promise<Held | undefined>

interface Waiting {
  readonly deviceId: string
  /** When it came. */
  readonly no: number
  readonly isUrgent: boolean
  readonly until: number
  readonly deed: (take: Take) => Promise<void>
  readonly giveUp: (error: unknown) => void
}

/** The actuator is still somebody else's. */
class NotYet extends Error {}

/**
 * Lines of those who wait for actuators, one an actuator. Who comes first goes first, a stop before all others; who waits holds
 * nothing, takes no more than a few connections, and is never overtaken by those who would take the actuator in passing.
 */
class Turns {
  private readonly lines = new Map<string, Waiting[]>()
  /** Actuators whose first in line has not its turn yet, in the order of their turns. */
  private readonly ready: string[] = []
  private readonly keys = new Set<string>()
  private running = 0
  private came = 0
  private readonly commanding: Commanding

  constructor(commanding: Commanding) {
    this.commanding = commanding
  }

  /** Whether somebody waits for an actuator: who comes now stands in line too. */
  isAwaited(deviceId: string): boolean {
    return this.lines.has(deviceId)
  }

  /**
   * Does something with an actuator when its turn has come.
   * @throws ApiError 5041 that names the device, where nobody lets go of it for `PATIENCE`
   */
  async take<T>(deviceId: string, isUrgent: boolean, work: (take: Take) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const waiting: Waiting = {
        deviceId,
        no: this.came++,
        isUrgent,
        until: Date.now() + PATIENCE,
        deed: async (take) => resolve(await work(take)),
        giveUp: reject,
      }
      if (!this.lines.has(deviceId)) {
        this.lines.set(deviceId, [])
        this.ready.push(deviceId)
      }
      this.line(waiting)
      this.next()
    })
  }

  /** As `take`, for what is tried again anyhow: the same once at a time, and nobody hears of its failing but the log. */
  async later(
    whose: string,
    deviceId: string,
    isUrgent: boolean,
    work: (take: Take) => Promise<void>,
  ): Promise<void> {
    const key = `${whose} at ${deviceId}`
    if (this.keys.has(key)) return
    this.keys.add(key)
    await this.take(deviceId, isUrgent, work)
      .catch((error: unknown) => this.commanding.log.info(`${key} is not free: ${error}`))
      .finally(() => this.keys.delete(key))
  }

  private line(waiting: Waiting): void {
    const line = this.lines.get(waiting.deviceId)
    line?.push(waiting)
    line?.sort((one, other) => Number(other.isUrgent) - Number(one.isUrgent) || one.no - other.no)
  }

  private next(): void {
    while (this.running < MOST_WAITING) {
      const urgent = this.ready.findIndex((id) => this.lines.get(id)?.[0]?.isUrgent)
      const [deviceId] = this.ready.splice(Math.max(urgent, 0), 1)
      const waiting = deviceId === undefined ? undefined : this.lines.get(deviceId)?.shift()
      if (!waiting) return
      this.running++
      void this.wait(waiting).finally(() => {
        this.running--
        if (this.lines.get(waiting.deviceId)?.length) this.ready.push(waiting.deviceId)
        else this.lines.delete(waiting.deviceId)
        this.next()
      })
    }
  }

  private async wait(waiting: Waiting): Promise<void> {
    const { deviceId, until, deed, giveUp } = waiting
    try {
      await deed((tx) => this.holdFor(tx, deviceId))
    } catch (error) {
      if (!(error instanceof NotYet)) giveUp(error)
      else if (Date.now() < until) this.line(waiting)
      else giveUp(await this.tooLong(deviceId))
    }
  }

  private async holdFor(tx: Tx, deviceId: string): Promise<Held | undefined> {
    const { rows } = await sql<{ kept: string }>`
      with before as materialized (select current_setting('lock_timeout') as kept)
      select kept, set_config('lock_timeout', ${TURN}, true) from before`.execute(tx)
    const held = await holdNext(tx, deviceId).catch((error: unknown) => {
      throw isTimeout(error) ? new NotYet() : error
    })
    await sql`select set_config('lock_timeout', ${rows[0]?.kept ?? '0'}, true)`.execute(tx)
    return held
  }

  private async tooLong(deviceId: string): Promise<Error> {
    const device = await this.commanding.db
      .selectFrom('device')
      .select('name')
      .where('id', '=', deviceId)
      .executeTakeFirst()
    return new ApiError(FIELD_CODE.timeout, '@command.deviceBusy', {
      params: { name: device?.name ?? deviceId },
    })
  }
}

const turns = new WeakMap<Commanding, Turns>()

/** The lines of a server. */
export function turnsOf(commanding: Commanding): Turns {
  const own = turns.get(commanding) ?? new Turns(commanding)
  turns.set(commanding, own)
  return own
}
