import { type Generated, type Migration, sql } from 'kysely'

/** What people say about a record. It goes unseen with its record when that is deleted, and comes back with it. */
export interface RecordCommentTable {
  /** In the order of writing. */
  id: Generated<number>
  model_id: string
  record_id: string
  user_id: string
  text: string
  /** Ids of the people that it mentions. */
  mentions: string[]
  created_at: Generated<Date>
  updated_at: Date | null
}

/** A file that is attached to a record and is in none of its fields. It goes unseen and comes back with its record. */
export interface RecordFileTable {
  id: Generated<number>
  model_id: string
  record_id: string
  file_id: string
  user_id: string
  created_at: Generated<Date>
}

declare module '../../../database/schema' {
  interface Database {
    record_comment: RecordCommentTable
    record_file: RecordFileTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  // After the people, whose table it refers to.
  'views-002-record-comments': {
    async up(db) {
      await sql`
        create table record_comment (
          id bigint generated always as identity primary key,
          model_id text not null,
          record_id text not null,
          user_id text not null,
          text text not null,
          mentions text[] not null default '{}',
          created_at timestamptz not null default now(),
          updated_at timestamptz
        )`.execute(db)
      await sql`create index record_comment_record on record_comment (model_id, record_id, id desc)`.execute(
        db,
      )
    },
  },
  'views-003-record-files': {
    async up(db) {
      await sql`
        create table record_file (
          id bigint generated always as identity primary key,
          model_id text not null,
          record_id text not null,
          file_id text not null references file (id),
          user_id text not null,
          created_at timestamptz not null default now(),
          constraint record_file_once unique (model_id, record_id, file_id)
        )`.execute(db)
      await sql`create index record_file_of on record_file (file_id)`.execute(db)
    },
  },
}
