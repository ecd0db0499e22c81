import { type Generated, type JSONColumnType, type Migration, sql } from 'kysely'

export interface OutboxTable {
  id: string
  channel: string
  /** Known to whoever puts it here: the same twice is one. */
  key: string
  target: string
  title: string
  /** What the channel's carrier needs; sealed, and emptied once it is sent. */
  payload: string
  /** `OUTBOX_STATE` */
  state: Generated<number>
  /** Grows with each claim: who claimed it before has nothing more to say of it. */
  attempts: Generated<number>
  /** Somebody sends it. */
  is_claimed: Generated<boolean>
  /** While somebody sends it: when it is anybody's again. */
  next_at: Generated<Date>
  /** Since when it is being tried; a day later it has failed. */
  since: Generated<Date>
  /** After this it is not sent any more; null: it is tried for a day. */
  until: Date | null
  created_at: Generated<Date>
  sent_at: Date | null
  /** A locale key with its values, or an answer as it came. */
  answer: JSONColumnType<{
    readonly text?: string
    readonly params?: Readonly<Record<string, string | number>>
  }>
}

declare module '../../../database/schema' {
  interface Database {
    outbox: OutboxTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  'outbox-001-create': {
    async up(db) {
      await sql`
        create table outbox (
          id text primary key,
          channel text not null,
          key text not null unique,
          target text not null,
          title text not null,
          payload text not null,
          state int not null default 0,
          attempts int not null default 0,
          is_claimed boolean not null default false,
          next_at timestamptz not null default now(),
          since timestamptz not null default now(),
          created_at timestamptz not null default now(),
          sent_at timestamptz,
          answer jsonb not null default '{}'
        )`.execute(db)
      await sql`create index outbox_due on outbox (next_at) where state = 0`.execute(db)
      await sql`create index outbox_list on outbox (created_at desc, id desc)`.execute(db)
    },
  },
  'outbox-002-until': {
    async up(db) {
      await sql`alter table outbox add column until timestamptz`.execute(db)
      await sql`create index outbox_until on outbox (until) where state = 0 and until is not null`.execute(db)
    },
  },
}
