import { sql } from 'kysely'
import type { ClientConfig } from 'pg'
import type { Log } from '../log'
import type { Db } from '../module'
import type { ServerOptions } from '../options'
import { connect, DatabaseUnavailable } from './connect'
import { startEmbedded } from './embedded'

/** The database of a server: an external one, or the embedded one that it runs itself. */
export interface OpenDatabase {
  readonly db: Db
  /** How the owner of the tables reaches it. */
  readonly connection: ClientConfig
  /** Connections of its pools by what they do: `busy`, `idle`, `waiting`. */
  usage(): Readonly<Record<string, number>>
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
  const config = embedded ? embedded.connection : { connectionString: options.databaseUrl }
  const { db, close, usage } = connect(config, log)
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    await close()
    await embedded?.close()
    const place = options.databaseUrl ? ` (DATABASE_URL: ${withoutPassword(options.databaseUrl)})` : ''
    const reason = error instanceof DatabaseUnavailable ? error.cause : error
    throw new Error(`The database cannot be reached${place}: ${messageOf(reason)}`)
  }
  return {
    db,
    connection: config,
    usage,
    get pid() {
      return embedded?.pid
    },
    async check() {
      await sql`select 1`.execute(db)
      return { status: 'ok' }
    },
    async close() {
      await close()
      await embedded?.close()
    },
  }
}

function withoutPassword(url: string): string {
  return url.replace(/(:\/\/[^:/@]*):[^@]*@/, '$1@')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || String((error as { code?: unknown }).code) : String(error)
}
