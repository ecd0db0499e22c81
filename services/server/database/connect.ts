import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '../log'
import type { Database } from './schema'

/** The database cannot be reached now; what was asked may be asked again. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached', { cause })
    this.name = 'DatabaseUnavailable'
  }
}

const INT8 = 20

/** `int8` and `count(*)` come as numbers: no count here passes 2^53. `numeric` stays text, since it must be exact. */
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format ?? 'text')) as typeof pg.types.getTypeParser,
}

export interface Connection {
  readonly db: Kysely<Database>
  /** Its connections by what they do. */
  usage(): { readonly busy: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

/** A pool whose callers wait while the database restarts, at most `patience` ms (default 10 s). */
export function connect(
  config: pg.PoolConfig,
  log: Log,
  options: {
    readonly patience?: number
    readonly size?: number
    /** Milliseconds that a statement may take; it may say otherwise itself. None: as long as it takes. */
    readonly timeout?: number
    /** The role that a connection takes on as it is made; null: the login's own. */
    readonly role?: () => string | null
  } = {},
): Connection {
  const pool = new pg.Pool({
    max: options.size ?? 20,
    types,
    application_name: 'loam',
    async onConnect(client) {
      const role = options.role?.() ?? null
      await client.query(
        `set statement_timeout = ${options.timeout ?? 0}${role === null ? '' : `; set role ${pg.escapeIdentifier(role)}`}`,
      )
    },
    ...config,
  })
  // Without a listener an idle connection that breaks would end the process.
  let isClosing = false
  pool.on('error', (error) => {
    if (!isClosing) log.warn(`an idle database connection broke: ${error.message}`)
  })
  pool.on('connect', (client) => client.on('error', () => undefined))
  const dialect = new PostgresDialect({
    pool: {
      connect: () => patiently(() => pool.connect(), options.patience ?? 10_000),
      end: () => pool.end(),
    },
  })
  const db = new Kysely<Database>({ dialect })
  return {
    db,
    usage: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      isClosing = true
      await db.destroy()
    },
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

/** 55P03: a lock was not free in time; 57014: a statement took too long. What was asked has not been done. */
export const isTimeout = (error: unknown): boolean =>
  ['55P03', '57014'].includes(String((error as { code?: unknown }).code))
