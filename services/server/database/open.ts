import { sql } from 'kysely'
import type pg from 'pg'
import type { Log } from '../log'
import type { ServerOptions } from '../options'
import { DatabaseUnavailable } from './connect'
import { startEmbedded } from './embedded'
import { APPLICATION, type Logins, messageOf, openPools, type Pools, READER } from './pools'

/** The database of a server: an external one, or the embedded one that it runs itself. */
export interface OpenDatabase {
  readonly pools: Pools
  /** Gives the roles of the pools what they may do; once the tables are there. */
  prepare(): Promise<void>
  /** How the owner of the tables reaches it. */
  readonly connection: pg.ClientConfig
  /** Connections of all pools by what they do: `busy`, `idle`, `waiting`. */
  usage(): Readonly<Record<string, number>>
  /** For how many milliseconds somebody has been waiting for a connection of the application's. */
  waitingFor(): number
  /** Process id of the embedded database. */
  readonly pid: number | undefined
  /** Answers when a statement runs now; throws `DatabaseUnavailable`. */
  check(): Promise<{ status: 'ok' }>
  close(): Promise<void>
}

/** @param onBegun called once, when there is nothing to do but wait for the database */
export async function openDatabase(
  options: ServerOptions,
  log: Log,
  onBegun: () => void = () => undefined,
): Promise<OpenDatabase> {
  const embedded = options.databaseUrl ? undefined : await startEmbedded({ ...options, log, onBegun })
  onBegun()
  const logins = embedded ? loginsOf(embedded.connection) : givenLogins(options)
  const pools = openPools(logins, log)
  const { prepare, usage, waitingFor, close } = pools
  try {
    await sql`select 1`.execute(pools.owner)
  } catch (error) {
    await close()
    await embedded?.close()
    const place = options.databaseUrl ? ` (DATABASE_URL: ${withoutPassword(options.databaseUrl)})` : ''
    const reason = error instanceof DatabaseUnavailable ? error.cause : error
    throw new Error(`The database cannot be reached${place}: ${messageOf(reason)}`)
  }
  return {
    pools,
    prepare,
    connection: logins.owner,
    usage,
    waitingFor,
    get pid() {
      return embedded?.pid
    },
    async check() {
      await sql`select 1`.execute(pools.application)
      return { status: 'ok' }
    },
    async close() {
      await close()
      await embedded?.close()
    },
  }
}

/** The embedded database makes a login for each: nobody but this server's own account reaches it. */
function loginsOf(owner: pg.ClientConfig): Logins {
  return {
    owner,
    application: { ...owner, user: APPLICATION },
    reader: { ...owner, user: READER },
    areOurs: true,
  }
}

function givenLogins({ databaseUrl, appDatabaseUrl, readerDatabaseUrl }: ServerOptions): Logins {
  return {
    owner: { connectionString: databaseUrl },
    ...(appDatabaseUrl !== undefined && { application: { connectionString: appDatabaseUrl } }),
    ...(readerDatabaseUrl !== undefined && { reader: { connectionString: readerDatabaseUrl } }),
    areOurs: false,
  }
}

/** An address as it may be shown. A password may hold an `@` as it is: the last one ends it. */
export function withoutPassword(url: string): string {
  return url.replace(/(:\/\/[^:/@]*):.*@/, '$1@').replace(/([?&]password=)[^&]*/, '$1…')
}
