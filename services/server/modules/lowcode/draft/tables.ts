import { type Generated, type JSONColumnType, type Migration, sql } from 'kysely'

/** What a person has typed into a form of a record and not saved yet. */
export interface RecordDraftTable {
  /** Made by the form that it is typed into: two forms of one record have two drafts. */
  id: string
  owner_id: string
  model_id: string
  /** Empty: a new record. */
  record_id: string
  /** By field. */
  content: JSONColumnType<Readonly<Record<string, unknown>>>
  /** By field a mark of the value that it had before. */
  bases: JSONColumnType<Readonly<Record<string, unknown>>>
  revision: number
  changed_at: Generated<Date>
}

declare module '../../../database/schema' {
  interface Database {
    record_draft: RecordDraftTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  // After the people and the models, whose tables it refers to.
  'views-003-record-drafts': {
    async up(db) {
      await sql`
        create table record_draft (
          id text primary key,
          owner_id text not null references user_account on delete cascade,
          model_id text not null references model on delete cascade,
          record_id text not null,
          content jsonb not null,
          bases jsonb not null,
          revision int not null,
          changed_at timestamptz not null default now()
        )`.execute(db)
      await sql`create index record_draft_owner on record_draft (owner_id, model_id, record_id)`.execute(db)
      await sql`create index record_draft_age on record_draft (changed_at)`.execute(db)
    },
  },
}
