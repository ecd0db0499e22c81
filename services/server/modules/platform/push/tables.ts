import { type Generated, type JSONColumnType, type Migration, sql } from 'kysely'

/** How far each person has been told. Whoever tells a person something holds this row until it is committed. */
export interface PushStreamTable {
  user_id: string
  last: Generated<number>
}

/** What a person has been told: kept for the devices that were not there. */
export interface PushEventTable {
  user_id: string
  /** 1, 2, 3 … without gaps. */
  seq: number
  /** The frame without its `seq`. */
  frame: JSONColumnType<{ readonly method: string; readonly [member: string]: unknown }>
  created_at: Generated<Date>
}

declare module '../../../database/schema' {
  interface Database {
    push_stream: PushStreamTable
    push_event: PushEventTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  'users-030-push': {
    async up(db) {
      await sql`
        create table push_stream (
          user_id text primary key references user_account on delete cascade,
          last bigint not null default 0
        ) with (fillfactor = 50)`.execute(db)
      await sql`
        create table push_event (
          user_id text not null references push_stream on delete cascade,
          seq bigint not null,
          frame jsonb not null,
          created_at timestamptz not null default now(),
          primary key (user_id, seq)
        )`.execute(db)
      await sql`create index push_event_created on push_event (created_at)`.execute(db)
    },
  },
}
