import { LOG_KIND } from '@services/contract/areas/platform/log'
import { type Migration, sql } from 'kysely'

export { LOG_KIND }

/** What was signed in with, what failed, and what was asked; the audit has what was done. */
export interface LogEntryTable {
  id: number
  at: Date
  category: number
  user_id: string
  /** Empty for a sign-in by an account that there is not: people type passwords there. */
  account: string
  ip: string
  device: string
  request_id: string
  /** `role.update` */
  call: string
  method: string
  url: string
  /** Milliseconds. */
  duration: number
  /** HTTP status; of a sign-in 1 when it was let in. */
  status: number
  /** A locale key of why a sign-in was refused, or what an error says of itself. */
  message: string
  stack: string
}

declare module '../../../database/schema' {
  interface Database {
    log_entry: LogEntryTable
  }
}

export const logMigrations: Record<string, Migration> = {
  'log-001-create': {
    async up(db) {
      await sql`create sequence log_entry_id`.execute(db)
      await sql`
        create table log_entry (
          id bigint not null default nextval('log_entry_id'),
          at timestamptz not null,
          category smallint not null,
          user_id text not null,
          account text not null,
          ip text not null,
          device text not null,
          request_id text not null,
          call text not null,
          method text not null,
          url text not null,
          duration int not null,
          status int not null,
          message text not null,
          stack text not null,
          primary key (category, at, id)
        ) partition by range (at)`.execute(db)
    },
  },
}
