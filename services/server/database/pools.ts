import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { POOL_SIZE, STATEMENT_TIMEOUT } from '../limits'
import type { Log } from '../log'
import type { CallerKind } from './callers'
import { connect } from './connect'
import { ensureRole, refusePowers } from './roles'
import type { Database } from './schema'

/** The role as which SQL interfaces run. It owns nothing and reads what it is given. */
export const READER = 'loam_reader'
/** The role under which the application works: it reads and writes rows, owns nothing and changes no table. */
export const APPLICATION = 'loam_app'

/**
 * What works on the database, each with connections of its own, so that none waits for another's: the application, for people,
 * for jobs and for itself (`askers.ts`); the field (ingest, alarms, commands); data interfaces of SQL. The owner makes tables,
 * views and indexes, and nothing else.
 */
export interface Pools {
  readonly application: Kysely<Database>
  readonly field: Kysely<Database>
  readonly interfaces: Kysely<Database>
  readonly owner: Kysely<Database>
}

/** How the pools sign in. Without a login of its own a pool signs in as the owner and takes a role on. */
export interface Logins {
  readonly owner: pg.PoolConfig
  /** As `loam_app`, or as whoever `LOAM_APP_DATABASE_URL` names. */
  readonly application?: pg.PoolConfig | undefined
  /** As `loam_reader`, or as whoever `LOAM_READER_DATABASE_URL` names. */
  readonly reader?: pg.PoolConfig | undefined
  /** Whether the logins are made here (the embedded database), rather than given. */
  readonly areOurs: boolean
}

export interface OpenPools extends Pools {
  /** Gives the roles what they may do; to be called once the tables are there, before anything but the owner's is used. */
  prepare(): Promise<void>
  /** Connections of all of them by what they do: `busy`, `idle`, `waiting`. */
  usage(): Readonly<Record<string, number>>
  /** For how many milliseconds somebody has been waiting for a connection of the application's. */
  waitingFor(): number
  close(): Promise<void>
}

/** Opens the pools; what they work as is known when they have been prepared. */
export function openPools(logins: Logins, log: Log): OpenPools {
  const { owner, application, reader } = logins
  let role: string | null = null
  const { own: timeout } = STATEMENT_TIMEOUT
  const works = application ?? owner
  const taken = { role: () => role, timeout }
  const settingsOf = (kind: CallerKind) => ({ size: POOL_SIZE[kind], timeout: STATEMENT_TIMEOUT[kind] })
  const callers = {
    reader: settingsOf('reader'),
    writer: settingsOf('writer'),
    job: settingsOf('job'),
    viewer: { ...settingsOf('viewer'), isReadOnly: true },
  }
  const owners = connect(owner, log, { size: POOL_SIZE.owner })
  const own = {
    application: connect(works, log, { ...taken, size: POOL_SIZE.own, callers }),
    field: connect(works, log, { ...taken, size: POOL_SIZE.field }),
    interfaces: connect(reader ?? owner, log, { size: POOL_SIZE.interfaces, timeout, isExact: true }),
  }
  return {
    owner: owners.db,
    application: own.application.db,
    field: own.field.db,
    interfaces: own.interfaces.db,
    async prepare() {
      if (logins.areOurs) await makeLogins(owners.db, [APPLICATION, READER])
      const isGiven = application !== undefined
      const name = isGiven && !logins.areOurs ? await userOf(own.application.db) : APPLICATION
      const given = await prepareApplication(owners.db, name, isGiven, log)
      // A login of its own needs to take nothing on.
      role = isGiven ? null : given
    },
    usage() {
      const all = { busy: 0, idle: 0, waiting: 0 }
      for (const { usage } of [...Object.values(own), owners]) {
        const { busy, idle, waiting } = usage()
        all.busy += busy
        all.idle += idle
        all.waiting += waiting
      }
      return all
    },
    waitingFor: () => own.application.waitingFor(),
    async close() {
      for (const { close } of [...Object.values(own), owners]) await close()
    },
  }
}

/** Earlier versions had the reader as a role that nobody signs in as, and the application's not at all. */
async function makeLogins(db: Kysely<Database>, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await sql`do $$ begin
      if not exists (select from pg_roles where rolname = ${sql.lit(name)}) then create role ${sql.id(name)}; end if;
      alter role ${sql.id(name)} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
    end $$`.execute(db)
  }
}

export async function userOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_user as name`.execute(db)
  return rows[0]?.name ?? ''
}

/**
 * Sees to it that the application's role is there and may work on every table. Done at each start, since roles belong to the
 * whole cluster and do not come along when a database is restored elsewhere.
 * @returns the role, or null where the database's account may neither make it nor take it on: the application works as
 * the owner then, and a line in the log says so.
 */
async function prepareApplication(
  db: Kysely<Database>,
  name: string,
  isLogin: boolean,
  log: Log,
): Promise<string | null> {
  try {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('application role'))`.execute(tx)
      if (!isLogin) await ensureRole(tx, name)
      await refusePowers(tx, name, 'the application')
      if (await lacksRights(tx, name)) await grantRights(tx, name)
    })
    if (!isLogin) await takeOn(db, name)
    return name
  } catch (error) {
    if (isLogin) throw new Error(`LOAM_APP_DATABASE_URL cannot be used: ${messageOf(error)}`)
    log.warn(
      `the server works as the owner of its tables: the database account cannot use the role ${name} (${messageOf(error)}). ` +
        `Let an administrator of the database run: CREATE ROLE ${name} NOLOGIN; GRANT ${name} TO <account>; or set LOAM_APP_DATABASE_URL.`,
    )
    return null
  }
}

/** What the application works on: the tables, the views of reports, and what is kept of records for their lists. */
const SCHEMAS = ['public', 'report', 'record_key']

async function lacksRights(db: Kysely<Database>, name: string): Promise<boolean> {
  const { rows } = await sql<{ lacks: boolean }>`
    select exists (
      select from pg_class
      where relnamespace::regnamespace::text = any(${SCHEMAS})
        and (relkind in ('r', 'p') and not has_table_privilege(${name}, oid, 'INSERT')
          or relkind = 'v' and not has_table_privilege(${name}, oid, 'SELECT')
          or relkind = 'S' and not has_sequence_privilege(${name}, oid, 'USAGE')))
      or not (select bool_and(has_schema_privilege(${name}, schema, 'USAGE')) from unnest(${SCHEMAS}::text[]) as schema) as lacks`.execute(
    db,
  )
  return rows[0]?.lacks !== false
}

async function grantRights(db: Kysely<Database>, name: string): Promise<void> {
  const role = sql.id(name)
  const rows = sql`select, insert, update, delete`
  for (const schema of SCHEMAS) {
    const inSchema = sql`in schema ${sql.id(schema)}`
    await sql`grant usage on schema ${sql.id(schema)} to ${role}`.execute(db)
    await sql`grant ${rows} on all tables ${inSchema} to ${role}`.execute(db)
    await sql`grant all on all sequences ${inSchema} to ${role}`.execute(db)
    await sql`alter default privileges ${inSchema} grant ${rows} on tables to ${role}`.execute(db)
    await sql`alter default privileges ${inSchema} grant all on sequences to ${role}`.execute(db)
  }
}

/**
 * Tries whether the account may act as a role; an account that made the role may let itself. A login that is the role
 * already has nothing to take on.
 */
export async function takeOn(db: Kysely<Database>, name: string): Promise<void> {
  if ((await userOf(db)) === name) return
  const attempt = () =>
    db.transaction().execute(async (tx) => {
      await sql`set local role ${sql.id(name)}`.execute(tx)
    })
  try {
    await attempt()
  } catch {
    await sql`grant ${sql.id(name)} to current_user`.execute(db)
    await attempt()
  }
}

/** What went wrong, in words; some of a connection have a code alone. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || String((error as { code?: unknown }).code) : String(error)
}
