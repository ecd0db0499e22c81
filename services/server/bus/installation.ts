import { type Generated, type Migration, sql } from 'kysely'
import type { Db } from '../module'

interface InstallationTable {
  id: Generated<string>
}

declare module '../database/schema' {
  interface Database {
    installation: InstallationTable
  }
}

export const installationMigrations: Readonly<Record<string, Migration>> = {
  'bus-001-installation': {
    async up(db) {
      await sql`create table installation (id text primary key default md5(random()::text || clock_timestamp()))`.execute(
        db,
      )
      await sql`insert into installation default values`.execute(db)
    },
  },
}

/** What tells the servers of one database from those of another that use the same Redis. */
export async function installationId(db: Db): Promise<string> {
  return (await db.selectFrom('installation').select('id').executeTakeFirstOrThrow()).id
}
