import { type Generated, type JSONColumnType, type Migration, sql } from 'kysely'
import type { Sentence } from '../job/board'

/** What stands for what: a unit or person here, a department or member there. */
interface ThirdSyncLinkTable {
  /** `wecom` or `dingtalk` */
  third: string
  /** `organize` or `user` */
  what: string
  own_id: string
  their_id: string
  /** What was last sent of it, as a hash: their answers do not give back all that is sent. */
  sent: Generated<string>
}

/** The last run of a kind. */
interface ThirdSyncRunTable {
  third: string
  what: string
  job_id: string
  /** When something was last synchronised, not only tried. */
  synced_at: Date | null
}

/** What the last run has done, or would do. */
interface ThirdSyncItemTable {
  id: string
  third: string
  what: string
  /** 1: from them to us. */
  direction: number
  act: string
  full_name: string
  place: string
  own_id: string
  their_id: string
  is_done: boolean
  reason: JSONColumnType<Sentence> | null
  /** As they come. */
  sort: number
}

declare module '../../../database/schema' {
  interface Database {
    third_sync_link: ThirdSyncLinkTable
    third_sync_run: ThirdSyncRunTable
    third_sync_item: ThirdSyncItemTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  'third-sync-001-create': {
    async up(db) {
      await sql`
        create table third_sync_link (
          third text not null, what text not null, own_id text not null, their_id text not null,
          sent text not null default '',
          primary key (third, what, own_id),
          unique (third, what, their_id)
        )`.execute(db)
      await sql`
        create table third_sync_run (
          third text not null, what text not null, job_id text not null, synced_at timestamptz,
          primary key (third, what)
        )`.execute(db)
      await sql`
        create table third_sync_item (
          id text primary key,
          third text not null, what text not null, direction int not null, act text not null,
          full_name text not null, place text not null, own_id text not null, their_id text not null,
          is_done boolean not null, reason jsonb, sort int not null
        )`.execute(db)
      await sql`create index third_sync_item_list on third_sync_item (third, what, sort)`.execute(db)
    },
  },
}
