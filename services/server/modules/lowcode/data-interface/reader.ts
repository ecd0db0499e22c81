import { sql } from 'kysely'
import { messageOf, READER, takeOn, userOf } from '../../../database/pools'
import { ensureRole, refusePowers } from '../../../database/roles'
import type { Log } from '../../../log'
import type { Db } from '../../../module'
import { READABLE } from './readable'
import { VIEW_SCHEMAS } from './requester'

/**
 * Sees to it that the reader is there, may see what it should, and can be taken on. Done at each start, since roles
 * belong to the whole cluster and do not come along when a database is restored elsewhere.
 * @param isGiven `interfaces` signs in as a reader of its own (`LOAM_READER_DATABASE_URL`)
 * @returns the role as which statements run; undefined, with a line in the log, where the database's account may not do so:
 * SQL interfaces are refused then.
 * @throws Error where the login that was given cannot be one
 */
export async function prepareReader(
  owner: Db,
  interfaces: Db,
  isGiven: boolean,
  log: Log,
): Promise<string | undefined> {
  try {
    const name = isGiven ? await userOf(interfaces) : READER
    await owner.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('reader'))`.execute(tx)
      if (!isGiven) await ensureRole(tx, name)
      await refusePowers(tx, name, 'a reader')
      await sql`grant usage on schema asker, report, public to ${sql.id(name)}`.execute(tx)
      await sql`grant select on ${sql.join(READABLE.map((table) => sql.table(table)))} to ${sql.id(name)}`.execute(
        tx,
      )
      for (const schema of VIEW_SCHEMAS) {
        const inSchema = sql`in schema ${sql.id(schema)}`
        await sql`grant select on all tables ${inSchema} to ${sql.id(name)}`.execute(tx)
        await sql`alter default privileges ${inSchema} grant select on tables to ${sql.id(name)}`.execute(tx)
      }
    })
    await takeOn(interfaces, name)
    return name
  } catch (error) {
    if (isGiven) throw new Error(`LOAM_READER_DATABASE_URL cannot be used: ${messageOf(error)}`)
    log.warn(
      `SQL data interfaces are off: the database account cannot use the role ${READER} (${messageOf(error)}). ` +
        `Let an administrator of the database run: CREATE ROLE ${READER} NOLOGIN; GRANT ${READER} TO <account>; or set LOAM_READER_DATABASE_URL.`,
    )
    return undefined
  }
}
