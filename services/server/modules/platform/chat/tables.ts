import { type Generated, type JSONColumnType, type Migration, sql } from 'kysely'

/** A chat message. Both people are held while one is written, so ids of a conversation follow its order. */
export interface ChatMessageTable {
  id: Generated<number>
  /** The two people, in the order of their ids. */
  low_id: string
  high_id: string
  sender_id: string
  receiver_id: string
  kind: 'text' | 'image' | 'voice'
  /** Of a text what it says. */
  content: string
  /** Of an image or a voice where it is. */
  media: JSONColumnType<Media> | null
  /** The sender's own name of it. */
  client_id: string | null
  sent_at: Generated<Date>
}

export interface Media {
  readonly path: string
  readonly name: string
  readonly width?: number
  readonly height?: number
  readonly length?: number
}

/** A conversation as one of the two people has it. */
export interface ChatThreadTable {
  user_id: string
  peer_id: string
  last_id: number
  last_at: Date
  unread: number
  /** Messages up to here are cleared for this person. */
  cleared_id: Generated<number>
  /** Taken off the list until the next message. */
  is_removed: Generated<boolean>
}

declare module '../../../database/schema' {
  interface Database {
    chat_message: ChatMessageTable
    chat_thread: ChatThreadTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  'users-032-chat': {
    async up(db) {
      await sql`
        create table chat_message (
          id bigint generated always as identity primary key,
          low_id text not null,
          high_id text not null,
          sender_id text not null,
          receiver_id text not null,
          kind text not null check (kind in ('text', 'image', 'voice')),
          content text not null default '',
          media jsonb,
          client_id text,
          sent_at timestamptz not null default clock_timestamp(),
          constraint chat_message_once unique (sender_id, client_id)
        )`.execute(db)
      await sql`create index chat_message_of on chat_message (low_id, high_id, id)`.execute(db)
      await sql`
        create table chat_thread (
          user_id text not null references user_account on delete cascade,
          peer_id text not null,
          last_id bigint not null references chat_message,
          last_at timestamptz not null,
          unread int not null,
          cleared_id bigint not null default 0,
          is_removed boolean not null default false,
          primary key (user_id, peer_id)
        )`.execute(db)
      await sql`create index chat_thread_unread on chat_thread (user_id) where unread > 0`.execute(db)
    },
  },
}
