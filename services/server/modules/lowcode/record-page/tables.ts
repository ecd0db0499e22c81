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

declare module '../../../database/schema' {
  interface Database {
    record_comment: RecordCommentTable
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
}
