import { sql } from 'kysely'
import { messageOf, READER, takeOn } from '../../database/pools'
import type { Log } from '../../log'
import type { Db } from '../../module'

/** What it may see beside the views of the models. */
const READABLE = ['dictionary_category', 'dictionary_item', 'area']

/**
 * Sees to it that the reader is there, may see what it should, and can be taken on. Done at each start, since roles
 * belong to the whole cluster and do not come along when a database is restored elsewhere.
 * @returns false, with a line in the log, where the database's account may not do so: SQL interfaces are refused then.
 */
export async function prepareReader(owner: Db, interfaces: Db, log: Log): Promise<boolean> {
  try {
    await owner.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('reader'))`.execute(tx)
      // Another database of the cluster may be making it at this moment.
      await sql`do $$ begin
        if not exists (select from pg_roles where rolname = ${sql.lit(READER)}) then
          create role ${sql.id(READER)} nologin;
        end if;
      exception when duplicate_object or unique_violation then null;
      end $$`.execute(tx)
      await refusePowers(tx)
      await sql`grant usage on schema report, public to ${sql.id(READER)}`.execute(tx)
      await sql`grant select on ${sql.join(READABLE.map((name) => sql.table(name)))} to ${sql.id(READER)}`.execute(
        tx,
      )
      await sql`grant select on all tables in schema report to ${sql.id(READER)}`.execute(tx)
      await sql`alter default privileges in schema report grant select on tables to ${sql.id(READER)}`.execute(
        tx,
      )
    })
    await takeOn(interfaces, READER)
    return true
  } catch (error) {
    log.warn(
      `SQL data interfaces are off: the database account cannot use the role ${READER} (${messageOf(error)}). ` +
        `Let an administrator of the database run: CREATE ROLE ${READER} NOLOGIN; GRANT ${READER} TO <account>;`,
    )
    return false
  }
}

async function refusePowers(db: Db): Promise<void> {
  const { rows } = await sql<{ powers: boolean }>`
    select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication
      or exists (select from pg_auth_members where member = pg_roles.oid) as powers
    from pg_roles where rolname = ${READER}`.execute(db)
  if (rows[0]?.powers !== false) throw new Error(`the role ${READER} has powers that a reader must not have`)
}
