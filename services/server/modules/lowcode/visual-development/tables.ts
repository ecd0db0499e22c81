import type { Change } from '@runtime/design/diff'
import { type Generated, type JSONColumnType, type Migration, sql } from 'kysely'

/** A model's draft, as the designer saves it; what is released stands in `model_version`. */
export interface ModelTable {
  id: string
  full_name: string
  /** The word of our locales that it is called by (`@demoModels.title.plot`); empty: it is called as it stands. */
  full_name_code: Generated<string>
  en_code: string
  type: number
  /** `1` form only, `2` form and list. */
  web_type: string
  enable_flow: number
  category: string
  sort_code: number
  description: string
  /** JSON text each. */
  tables: string
  form_data: string
  column_data: string
  app_column_data: string
  /** The text of the file that it was imported from; empty: it was not. */
  source_text: Generated<string>
  /** The draft that says what the file says: exported, it is the file's own text. 0: none does any more. */
  source_draft: Generated<number>
  /** Raised by every save. */
  draft_version: Generated<number>
  /** 0 before the first release. */
  released_version: Generated<number>
  /** The draft that was released last. */
  released_draft: Generated<number>
  /** Disabled: its entry is hidden, and its records are read alone. */
  is_enabled: Generated<boolean>
  created_by: string
  created_at: Generated<Date>
  updated_at: Date | null
}

/** A released version, never altered: records tell which one they were written with. */
export interface ModelVersionTable {
  model_id: string
  version: number
  full_name: string
  full_name_code: Generated<string>
  web_type: string
  form_data: string
  column_data: string
  app_column_data: string
  tables: Generated<string>
  /** What else the model was: its code, category and the like. */
  settings: JSONColumnType<Readonly<Record<string, unknown>>, string | undefined, string>
  /** JSON text: storage keys, by path, of the fields that are called otherwise (`key-register.ts`). */
  keys: Generated<string>
  /** The losses that were shown. */
  losses: JSONColumnType<object>
  /** What had changed, as it was told (`runtime/design/diff`). */
  changes: JSONColumnType<readonly Change[], string | undefined, string>
  /** What whoever released it said of it. */
  note: Generated<string>
  /** The version that was taken back; 0: none was. */
  rolled_back_to: Generated<number>
  released_by: string
  released_at: Generated<Date>
}

/** A step that a draft was made in (`services/contract/areas/lowcode/model-steps`). */
export interface ModelStepTable {
  model_id: string
  /** The version of the draft after it; versions that no step made are missing. */
  number: number
  /** Made up by its sender. */
  key: string
  kind: 'do' | 'more' | 'undo' | 'redo' | 'whole'
  /** Lossless JSON text each; empty where no command says it. */
  command: string
  inverse: string
  user_id: string
  created_at: Generated<Date>
}

/** What the values of a field are kept under, for ever (`storage-keys.ts`). */
export interface ModelKeyTable {
  model_id: string
  key_path: string
  form_id: string
  path: string
  former: string[]
  label: string
  is_table: boolean
  version: number
}

/** Who has a draft open, by the tab of their browser. */
export interface ModelPresenceTable {
  model_id: string
  user_id: string
  tab: string
  seen_at: Generated<Date>
}

declare module '../../../database/schema' {
  interface Database {
    model: ModelTable
    model_version: ModelVersionTable
    model_key: ModelKeyTable
    model_step: ModelStepTable
    model_presence: ModelPresenceTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  'model-001-create': {
    async up(db) {
      await sql`
        create table model (
          id text primary key,
          full_name text not null,
          en_code text not null constraint model_code unique,
          type int not null default 1,
          web_type text not null default '2',
          enable_flow int not null default 0,
          category text not null default '',
          sort_code int not null default 0,
          description text not null default '',
          tables text not null default '[]',
          form_data text not null default '',
          column_data text not null default '',
          app_column_data text not null default '',
          draft_version int not null default 1,
          released_version int not null default 0,
          released_draft int not null default 0,
          created_by text not null default '',
          created_at timestamptz not null default now(),
          updated_at timestamptz
        )`.execute(db)
      await sql`
        create table model_version (
          model_id text not null references model on delete cascade,
          version int not null,
          full_name text not null,
          web_type text not null,
          form_data text not null,
          column_data text not null,
          app_column_data text not null,
          losses jsonb not null default '[]',
          released_by text not null default '',
          released_at timestamptz not null default now(),
          primary key (model_id, version)
        )`.execute(db)
    },
  },
  'model-002-source': {
    async up(db) {
      await sql`
        alter table model
          add column source_text text not null default '',
          add column source_draft int not null default 0`.execute(db)
    },
  },
  'model-003-steps': {
    async up(db) {
      await sql`
        create table model_step (
          model_id text not null references model on delete cascade,
          number int not null,
          key text not null,
          kind text not null,
          command text not null,
          inverse text not null,
          user_id text not null,
          created_at timestamptz not null default now(),
          primary key (model_id, number),
          unique (model_id, key)
        )`.execute(db)
      await sql`
        create table model_presence (
          model_id text not null references model on delete cascade,
          user_id text not null,
          tab text not null,
          seen_at timestamptz not null default now(),
          primary key (model_id, user_id, tab)
        )`.execute(db)
    },
  },
  'model-004-versions': {
    async up(db) {
      await sql`alter table model add column is_enabled boolean not null default true`.execute(db)
      await sql`
        alter table model_version
          add column tables text not null default '[]',
          add column settings jsonb not null default '{}',
          add column keys text not null default '{}',
          add column changes jsonb not null default '[]',
          add column note text not null default '',
          add column rolled_back_to int not null default 0`.execute(db)
      await sql`
        create table model_key (
          model_id text not null references model on delete cascade,
          key_path text not null,
          form_id text not null,
          path text not null,
          former text[] not null,
          label text not null,
          is_table boolean not null,
          version int not null,
          primary key (model_id, key_path)
        )`.execute(db)
    },
  },
  'model-005-languages': {
    async up(db) {
      await sql`alter table model add column full_name_code text not null default ''`.execute(db)
      await sql`alter table model_version add column full_name_code text not null default ''`.execute(db)
    },
  },
}
