import { type Generated, type Migration, sql } from 'kysely'

/** A row of a file that has been imported: sent again it is not imported twice. */
export interface ImportRowTable {
  owner_id: string
  /** The file and the line in it. */
  import_id: string
  /** Of what was imported, so that something else under its name is told apart. */
  digest: string
  at: Generated<Date>
}

declare module '../../../database/schema' {
  interface Database {
    import_row: ImportRowTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  'work-010-import-rows': {
    async up(db) {
      await sql`
        create table import_row (
          owner_id text not null references user_account on delete cascade,
          import_id text not null,
          digest text not null,
          at timestamptz not null default now(),
          primary key (owner_id, import_id)
        )`.execute(db)
      await sql`create index import_row_at on import_row (at)`.execute(db)
    },
  },
}
