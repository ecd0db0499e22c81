import { type Generated, type JSONColumnType, type Migration, sql } from 'kysely'
import type { Sentence } from '../job/board'
import type { Pair, State } from './state'

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
  /** The run whose items are listed. */
  shown_id: Generated<string>
}

/** Runs of the last hours: the last of a kind that has done something can be undone. */
interface ThirdSyncHistoryTable {
  /** The job of the run. */
  run_id: string
  third: string
  what: string
  /** 1: from them to us. */
  direction: number
  /** When it began, or something of it was last removed. */
  at: Generated<Date>
  undone_at: Date | null
}

/** What a run has done, or would do. */
export interface ThirdSyncItemTable {
  id: string
  run_id: Generated<string>
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
  /** It is known that it was begun: a run that ends there leaves open whether it was done. */
  is_begun: Generated<boolean>
  is_undone: Generated<boolean>
  /** Why it could not be done or undone, or what of it could not be undone. */
  reason: JSONColumnType<Sentence> | null
  /** What was there before, and what the run has made of it. */
  before: JSONColumnType<State> | null
  after: JSONColumnType<State> | null
  /** Pairs that the run has put another in the place of; null: it has not touched any. */
  replaced: JSONColumnType<readonly Pair[]> | null
  /** As they come. */
  sort: number
}

declare module '../../../database/schema' {
  interface Database {
    third_sync_link: ThirdSyncLinkTable
    third_sync_run: ThirdSyncRunTable
    third_sync_history: ThirdSyncHistoryTable
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
  'third-sync-002-undo': {
    async up(db) {
      await sql`
        create table third_sync_history (
          run_id text primary key,
          third text not null, what text not null, direction int not null,
          at timestamptz not null default now(), undone_at timestamptz
        )`.execute(db)
      await sql`alter table third_sync_run add shown_id text not null default ''`.execute(db)
      await sql`
        alter table third_sync_item add run_id text not null default '', add is_undone boolean not null default false,
          add is_begun boolean not null default false,
          add before jsonb, add after jsonb, add replaced jsonb`.execute(db)
      await sql`create index third_sync_item_run on third_sync_item (run_id, sort)`.execute(db)
    },
  },
}
