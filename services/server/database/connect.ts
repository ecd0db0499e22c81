import { readExactly } from '@runtime/exact-numbers'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '../log'
import { type CallScope, currentScope } from './call-scope'
import { type CallerKind, currentCaller } from './callers'
import { MeteredClient } from './metered-client'
import type { Database } from './schema'

/** The database cannot be reached now; what was asked may be asked again. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached', { cause })
    this.name = 'DatabaseUnavailable'
  }
}

const INT8 = 20
const JSON_TYPES: readonly number[] = [114, 3802]

/** `int8` and `count(*)` come as numbers: no count here passes 2^53. `numeric` stays text, since it must be exact. */
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format ?? 'text')) as typeof pg.types.getTypeParser,
}

export interface Connection {
  readonly db: Kysely<Database>
  /** Its connections by what they do. */
  usage(): { readonly busy: number; readonly idle: number; readonly waiting: number }
  /** For how many milliseconds somebody has been waiting for one; 0 while nobody is. */
  waitingFor(): number
  close(): Promise<void>
}

/** What people's own statements answer: a whole number beyond 2^53 − 1 comes as a `bigint`, in JSON as a text of its digits. */
const exactTypes = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === INT8) return wholeOf
    return JSON_TYPES.includes(oid) ? readExactly : types.getTypeParser(oid, format ?? 'text')
  }) as typeof pg.types.getTypeParser,
}

function wholeOf(digits: string): number | bigint {
  const value = Number(digits)
  return Number.isSafeInteger(value) ? value : BigInt(digits)
}

/** Connections of one kind. */
export interface PoolSettings {
  readonly size: number
  /** Milliseconds that a statement may take; it may say otherwise itself. None: as long as it takes. */
  readonly timeout?: number
  /** Whether its transactions write nothing. */
  readonly isReadOnly?: boolean
}

/**
 * Connections whose callers wait while the database restarts, at most `patience` ms (default 10 s). Statements of whoever has a
 * pool of their own in `askers` run in that one.
 */
export function connect(
  config: pg.PoolConfig,
  log: Log,
  options: Partial<PoolSettings> & {
    readonly patience?: number
    /** The role that a connection takes on as it is made; null: the login's own. */
    readonly role?: () => string | null
    readonly callers?: Readonly<Record<CallerKind, PoolSettings>>
    /** Whether numbers are somebody's own, who may have larger ones than we count with. */
    readonly isExact?: boolean
  } = {},
): Connection {
  let isClosing = false
  const open = ({ size = 20, timeout = 0, isReadOnly = false }: Partial<PoolSettings>) => {
    const pool = new pg.Pool({
      max: size,
      types: options.isExact ? exactTypes : types,
      application_name: 'loam',
      async onConnect(client) {
        const role = options.role?.() ?? null
        await client.query(
          `set statement_timeout = ${timeout}; set default_transaction_read_only = ${isReadOnly}${role === null ? '' : `; set role ${pg.escapeIdentifier(role)}`}`,
        )
      },
      ...config,
    })
    // Without a listener an idle connection that breaks would end the process.
    pool.on('error', (error) => {
      if (!isClosing) log.warn(`an idle database connection broke: ${error.message}`)
    })
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }
  const own = open(options)
  const { callers } = options
  const apart = callers && {
    reader: open(callers.reader),
    writer: open(callers.writer),
    job: open(callers.job),
    viewer: open(callers.viewer),
  }
  const pools = [own, ...Object.values(apart ?? {})]
  const sum = (count: (pool: pg.Pool) => number) => pools.reduce((all, pool) => all + count(pool), 0)
  const lines = new Map(pools.map((pool) => [pool, new Set<{ readonly since: number }>()]))
  const take = async (pool: pg.Pool) => {
    const entry = { since: performance.now() }
    lines.get(pool)?.add(entry)
    try {
      return await patiently(() => pool.connect(), options.patience ?? 10_000)
    } finally {
      lines.get(pool)?.delete(entry)
    }
  }
  const dialect = new PostgresDialect({
    pool: {
      connect: () => {
        const caller = currentCaller()
        const pool = (caller && apart?.[caller]) ?? own
        const scope = currentScope()
        return scope && !scope.isOver ? connectMetered(pool, scope, () => take(pool)) : take(pool)
      },
      end: async () => {
        for (const pool of pools) await pool.end()
      },
    },
  })
  const db = new Kysely<Database>({ dialect })
  return {
    db,
    usage: () => ({
      busy: sum((pool) => pool.totalCount - pool.idleCount),
      idle: sum((pool) => pool.idleCount),
      waiting: sum((pool) => pool.waitingCount),
    }),
    waitingFor() {
      // Who comes first stands first.
      const oldest = [...lines.values()].flatMap((line) => [...line].slice(0, 1))
      return oldest.reduce((most, { since }) => Math.max(most, performance.now() - since), 0)
    },
    async close() {
      isClosing = true
      await db.destroy()
    },
  }
}

/** Part of a pool's connections that one person's calls may hold together, and how many at least. */
const PERSON_SHARE = { part: 0.2, least: 2 } as const

/** A connection for a call, out of the person's share; where the call ends while it waits, the connection goes back. */
async function connectMetered(
  pool: pg.Pool,
  scope: CallScope,
  take: () => Promise<pg.PoolClient>,
): Promise<MeteredClient> {
  scope.demandOpen()
  await scope.awaitShare()
  const most = Math.max(PERSON_SHARE.least, Math.ceil(pool.options.max * PERSON_SHARE.part))
  const slots = scope.share.slotsOf(pool, most)
  await slots.take(scope)
  const giveUp = () => {
    slots.endWork()
    slots.free()
  }
  let leave = () => {}
  const taken = take()
  const ended = new Promise<never>((_, reject) => {
    leave = scope.onEnd(reject)
  })
  try {
    const client = await Promise.race([taken, ended])
    leave()
    return new MeteredClient(client, scope, slots)
  } catch (error) {
    leave()
    // It may still be on its way, and it is the person's until it has come.
    taken.then((client) => client.release()).then(giveUp, giveUp)
    throw error
  }
}

async function patiently<T>(connectOnce: () => Promise<T>, patience: number): Promise<T> {
  const deadline = Date.now() + patience
  for (;;) {
    try {
      return await connectOnce()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      if (Date.now() > deadline) throw new DatabaseUnavailable(error)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** Whether an error says that the connection, not the statement, is at fault. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  const { code, message } = error as { code?: unknown; message?: unknown }
  // Class 08: connection; 57P01-3: shut down, crashed, starting up; 53300: too many connections.
  if (typeof code === 'string')
    return /^(08|57P0[123]|53300|ECONNREFUSED|ENOENT|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/.test(
      code,
    )
  return (
    typeof message === 'string' &&
    /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/.test(
      message,
    )
  )
}

/** 57014: a statement took too long. What was asked has not been done. */
export const isTooLong = (error: unknown): boolean => (error as { code?: unknown }).code === '57014'

/** The same, or 55P03: a lock was not free in time. */
export const isTimeout = (error: unknown): boolean =>
  isTooLong(error) || (error as { code?: unknown }).code === '55P03'
