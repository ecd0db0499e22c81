import { type Kysely, sql } from 'kysely'
import type { Database } from './schema'

/** Makes a role that nobody signs in as, where it is not there yet. */
export async function ensureRole(db: Kysely<Database>, name: string): Promise<void> {
  // Another database of the cluster may be making it at this moment.
  await sql`do $$ begin
    if not exists (select from pg_roles where rolname = ${sql.lit(name)}) then
      create role ${sql.id(name)} nologin;
    end if;
  exception when duplicate_object or unique_violation then null;
  end $$`.execute(db)
}

/**
 * A role that owns something, or may more than work on rows, keeps nothing apart.
 * @param whose who acts as it, for the message: `a reader`
 * @throws Error for such a role, and for one that is not there
 */
export async function refusePowers(db: Kysely<Database>, name: string, whose: string): Promise<void> {
  const { rows } = await sql<{ powers: boolean }>`
    select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication
      or exists (select from pg_auth_members where member = pg_roles.oid)
      or exists (select from pg_class where relowner = pg_roles.oid) as powers
    from pg_roles where rolname = ${name}`.execute(db)
  if (rows[0]?.powers !== false) throw new Error(`the role ${name} has powers that ${whose} must not have`)
}
