import type { WorkKind } from '@services/contract/areas/platform/hand-over'
import { type Generated, type Migration, sql } from 'kysely'

/** What somebody has handed over to somebody else. People are named and not referred to: it outlives them. */
export interface HandOverTable {
  id: string
  from_id: string
  to_id: string
  creator_id: string
  created_at: Generated<Date>
  undone_at: Date | null
  undone_by: string | null
}

/** What exactly was moved by it, so that it can be moved back. */
export interface HandOverItemTable {
  hand_over_id: string
  kind: WorkKind
  /** Id of the role, unit, model… */
  target: string
  /** Its name at that time. */
  full_name: string
  /** Of a model: ids of the records. */
  records: string[] | null
  /** Of a membership: the receiver had it already, and keeps it. */
  was_held: Generated<boolean>
  /** Of a position: where it stood among the person's. */
  sort: number | null
}

declare module '../../../../database/schema' {
  interface Database {
    hand_over: HandOverTable
    hand_over_item: HandOverItemTable
  }
}

export const handOverMigrations: Readonly<Record<string, Migration>> = {
  'users-070-hand-over': {
    async up(db) {
      await sql`
        create table hand_over (
          id text primary key,
          from_id text not null,
          to_id text not null,
          creator_id text not null,
          created_at timestamptz not null default now(),
          undone_at timestamptz,
          undone_by text
        )`.execute(db)
      await sql`create index hand_over_of on hand_over (from_id, created_at desc)`.execute(db)
      await sql`
        create table hand_over_item (
          hand_over_id text not null references hand_over on delete cascade,
          kind text not null,
          target text not null,
          full_name text not null,
          records text[],
          was_held boolean not null default false,
          sort int,
          primary key (hand_over_id, kind, target)
        )`.execute(db)
    },
  },
}
