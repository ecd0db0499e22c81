import { connect, type Socket } from 'node:net'
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { PACE } from '../limits'
import type { CallScope } from './call-scope'
import type { Slots } from './share'

/** Of a client what its types leave out. */
interface Inside {
  readonly connection: { readonly stream: Socket }
  readonly host: string
  readonly port: number
  readonly processID: number
  readonly secretKey: number
}

/** Bytes that may still come of a statement that is cancelled: the error, and what was under way. */
const LAST_BYTES = 256 * 2 ** 10

/**
 * A connection while a call has it: what comes over it is counted as it comes, in the middle of a row too, and its statements are
 * cancelled when the call ends. The call hears of that at once; the connection, and the person's share of the pool, stay taken until
 * the database is done, since not every statement heeds a cancel.
 */
export class MeteredClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #scope: CallScope
  readonly #slots: Slots
  readonly #stream: Socket
  readonly #running = new Set<Promise<unknown>>()
  readonly #refusals = new Set<(reason: unknown) => void>()
  readonly #leave: () => void
  #bytes = 0
  #most = Number.POSITIVE_INFINITY
  #ended: { readonly reason: unknown } | undefined
  /** While nothing is read, and for how many milliseconds that has been so of this statement. */
  #resting: NodeJS.Timeout | undefined
  #rested = 0

  /** @param slots in which the connection counts as working until now */
  constructor(client: pg.PoolClient, scope: CallScope, slots: Slots) {
    this.#client = client
    this.#scope = scope
    this.#slots = slots
    this.#stream = inside(client).connection.stream
    this.#stream.on('data', this.#count)
    slots.endWork()
    this.#leave = scope.onEnd((reason) => this.#end(reason))
  }

  query<R>(statement: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(statement: unknown, values: readonly unknown[] = []): unknown {
    if (typeof statement !== 'string') throw new Error('Cursors are not metered')
    if (this.#ended) {
      // A transaction of an ended call is undone with its connection.
      if (statement === 'rollback') return Promise.resolve({ command: 'ROLLBACK', rowCount: 0, rows: [] })
      return Promise.reject(this.#ended.reason)
    }
    this.#rested = 0
    this.#slots.beginWork()
    const work = this.#client.query(statement, [...values])
    this.#running.add(work)
    return new Promise((resolve, reject) => {
      this.#refusals.add(reject)
      const over = () => {
        this.#running.delete(work)
        this.#refusals.delete(reject)
        this.#slots.endWork()
      }
      work.then(
        (result) => {
          over()
          resolve(result)
        },
        (error: unknown) => {
          over()
          reject(error)
        },
      )
    })
  }

  release(): void {
    this.#leave()
    this.#readOn()
    if (this.#scope.isPiecewise) this.#scope.giveBack(this.#bytes)
    void Promise.allSettled(this.#running).then(() => {
      this.#stream.off('data', this.#count)
      // A cancel may come late: whoever had the connection next would be hit by it.
      this.#client.release(this.#ended !== undefined)
      this.#slots.free()
    })
  }

  readonly #count = ({ length }: Buffer): void => {
    this.#bytes += length
    if (!this.#ended) this.#scope.spend(length)
    if (this.#bytes > this.#most) this.#stream.destroy()
    else this.#rest()
  }

  /** Leaves what comes next to the database, which waits with it, for as long as the person's calls rest. */
  #rest(): void {
    if (this.#ended || this.#resting || this.#rested >= PACE.restOfStatement) return
    const { rest } = this.#scope
    if (rest === 0) return
    this.#rested += rest
    this.#stream.pause()
    this.#resting = setTimeout(() => this.#readOn(), rest)
  }

  #readOn(): void {
    if (!this.#resting) return
    clearTimeout(this.#resting)
    this.#resting = undefined
    this.#stream.resume()
  }

  #end(reason: unknown): void {
    this.#ended = { reason }
    this.#readOn()
    this.#most = this.#bytes + LAST_BYTES
    if (this.#running.size === 0) return
    cancel(this.#client)
    for (const refuse of this.#refusals) refuse(reason)
  }
}

const inside = (client: pg.PoolClient) => client as unknown as Inside

/** A `CancelRequest`: a connection of its own that says nothing else (PostgreSQL, "Canceling Requests in Progress"). */
const CANCEL_REQUEST = 80_877_102

function cancel(client: pg.PoolClient): void {
  const { host, port, processID, secretKey } = inside(client)
  const message = Buffer.alloc(16)
  message.writeInt32BE(message.length, 0)
  message.writeInt32BE(CANCEL_REQUEST, 4)
  message.writeInt32BE(processID, 8)
  message.writeInt32BE(secretKey, 12)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  // What cannot be cancelled ends by its own time.
  socket.on('error', () => undefined)
  socket.setTimeout(5_000, () => socket.destroy())
  socket.end(message)
}
