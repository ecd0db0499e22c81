import type {
  DeclaredField,
  DeclaredParam,
  InterfaceType,
} from '@services/contract/areas/lowcode/data-interface-bodies'
import { type Generated, type JSONColumnType, type Migration, sql } from 'kysely'
import type { Static } from 'typebox'
import type { InterfaceConfig } from './config'
import { readsAllMigration } from './reads-all-migration'

/** What a data interface asks for and answers, and where its rows come from. */
export interface DataInterfaceTable {
  id: string
  full_name: string
  en_code: string
  /** 1 SQL, 2 static data, 3 HTTP. */
  type: InterfaceType
  /** Id of an item of the dictionary `dataInterfaceCategory`; empty for none. */
  category: Generated<string>
  has_page: Generated<number>
  is_post_position: Generated<number>
  params: JSONColumnType<readonly Static<typeof DeclaredParam>[]>
  fields: JSONColumnType<readonly Static<typeof DeclaredField>[]>
  config: JSONColumnType<InterfaceConfig>
  /** Its statement may name the views of `report`, which show all records; set by super administrators (`reads-all.ts`). */
  reads_all: Generated<boolean>
  sort_code: Generated<number>
  enabled_mark: Generated<number>
  description: Generated<string>
  /** Counts the changes. */
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Date | null
}

/** One run of an interface. */
export interface DataInterfaceRunTable {
  id: string
  interface_id: string
  /** Who ran it; empty: the server itself, for names in a list. */
  user_id: string
  at: Date
  /** Milliseconds. */
  took: number
  row_count: number
  /** Empty when it succeeded. */
  error: string
  /** 1: a draft that somebody tried. */
  is_trial: Generated<number>
}

/** A value out of an interface's answer, such as a token, that HTTP interfaces send along. */
export interface DataInterfaceVariateTable {
  id: string
  interface_id: string
  full_name: string
  expression: string
  description: Generated<string>
  value: string | null
  refreshed_at: Date | null
  created_at: Generated<Date>
  /** Counts the changes; to read its value anew is none. */
  version: Generated<number>
}

/** Who may run an interface beside those who use a model that names it. */
export interface DataInterfaceRightTable {
  interface_id: string
  subject_kind: 'everybody' | 'user' | 'role' | 'organize' | 'position' | 'group'
  /** Empty for everybody. */
  subject_id: string
}

declare module '../../../database/schema' {
  interface Database {
    data_interface: DataInterfaceTable
    data_interface_right: DataInterfaceRightTable
    data_interface_run: DataInterfaceRunTable
    data_interface_variate: DataInterfaceVariateTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  'data-interface-001-create': {
    async up(db) {
      await sql`
        create table data_interface (
          id text primary key,
          full_name text not null,
          en_code text not null unique,
          rows jsonb not null,
          enabled_mark int not null default 1,
          created_at timestamptz not null default now()
        )`.execute(db)
    },
  },
  'data-interface-002-kinds': {
    async up(db) {
      // As text, or members of rows would lose the order in which they are shown.
      await sql`
        alter table data_interface
          add column type int not null default 2 check (type in (1, 2, 3)),
          add column category text not null default '',
          add column has_page int not null default 0,
          add column is_post_position int not null default 0,
          add column params jsonb not null default '[]',
          add column fields jsonb not null default '[]',
          add column config json,
          add column sort_code int not null default 0,
          add column description text not null default '',
          add column updated_at timestamptz`.execute(db)
      await sql`update data_interface set config = json_build_object('staticData', rows)`.execute(db)
      await sql`
        alter table data_interface
          drop column rows,
          alter column config set not null,
          alter column type drop default`.execute(db)
      await sql`
        create table data_interface_run (
          id text primary key,
          interface_id text not null references data_interface on delete cascade,
          user_id text not null,
          at timestamptz not null,
          took int not null,
          row_count int not null,
          error text not null
        )`.execute(db)
      await sql`create index data_interface_run_newest on data_interface_run (interface_id, at desc)`.execute(
        db,
      )
      await sql`create index data_interface_run_age on data_interface_run (at)`.execute(db)
      await sql`
        create table data_interface_variate (
          id text primary key,
          interface_id text not null references data_interface on delete cascade,
          full_name text not null constraint data_interface_variate_name unique,
          expression text not null,
          description text not null default '',
          value text,
          refreshed_at timestamptz,
          created_at timestamptz not null default now()
        )`.execute(db)
    },
  },
  'data-interface-003-report': {
    async up(db) {
      // Views that SQL interfaces may read stand here, one a model.
      await sql`create schema if not exists report`.execute(db)
    },
  },
  'data-interface-004-rights': {
    async up(db) {
      await sql`
        create table data_interface_right (
          interface_id text not null references data_interface on delete cascade,
          subject_kind text not null
            check (subject_kind in ('everybody', 'user', 'role', 'organize', 'position', 'group')),
          subject_id text not null,
          primary key (interface_id, subject_kind, subject_id)
        )`.execute(db)
      // Everybody picks a project; the interface's own statement shows each person theirs.
      await sql`
        insert into data_interface_right (interface_id, subject_kind, subject_id)
        select id, 'everybody', '' from data_interface where id = 'projectList'`.execute(db)
    },
  },
  'data-interface-005-editing': {
    async up(db) {
      await sql`alter table data_interface add column version int not null default 0`.execute(db)
      await sql`alter table data_interface_run add column is_trial int not null default 0`.execute(db)
    },
  },
  'data-interface-007-reads-all': readsAllMigration,
  'data-interface-006-variate-version': {
    async up(db) {
      await sql`alter table data_interface_variate add column version int not null default 1`.execute(db)
    },
  },
}
