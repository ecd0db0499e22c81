import type { Text } from '@runtime/text'
import { type Generated, type JSONColumnType, type Migration, sql } from 'kysely'

/** A button, column or field that a right may be given for. */
export interface RightCode {
  readonly enCode: string
  readonly fullName: Text
  /** Made by who manages menus; not of the product, nor of a model. */
  readonly isOwn?: boolean
  /** Gives nobody anything, whoever it is granted to. */
  readonly isOff?: boolean
  /** Of one that has been renamed here: what the product or the model calls it. */
  readonly given?: Text
  readonly description?: string
  /** Count of the changes made here. */
  readonly version?: number
}

/** What comes from a file of the product or a released model and may be changed by who manages menus. */
export interface MenuOrigin {
  readonly parent_id: string
  readonly full_name: { readonly text: Text }
  readonly icon: string
  readonly sort_code: number
  readonly button_switch: boolean
  readonly column_switch: boolean
  readonly form_switch: boolean
  readonly data_switch: boolean
}

export interface MenuTable {
  id: string
  /** `-1` at the top. */
  parent_id: string
  /** The system whose menu it is in. */
  system_id: Generated<string>
  en_code: string
  full_name: JSONColumnType<{ text: Text }>
  /** 0 directory … 8 portal (`spec/shell-and-monitoring.md §2.2`). */
  type: number
  icon: string
  url_address: string
  link_target: string
  property_json: JSONColumnType<Record<string, unknown>>
  sort_code: number
  is_enabled: Generated<boolean>
  /** `file`: of `schemas/menu.json`; `model`: of a published model; `own`: made by who manages menus. */
  source: 'file' | 'model' | 'own'
  /** What the file or model said last: what differs from it has been changed here, and stays. */
  origin: JSONColumnType<MenuOrigin> | null
  category: Generated<'Web' | 'App'>
  description: Generated<string>
  /** Off: what may be done of the kind is open to all who see the entry. */
  button_switch: Generated<boolean>
  column_switch: Generated<boolean>
  form_switch: Generated<boolean>
  data_switch: Generated<boolean>
  /** Count of the changes. */
  version: Generated<number>
  buttons: JSONColumnType<RightCode[]>
  columns: JSONColumnType<RightCode[]>
  fields: JSONColumnType<RightCode[]>
}

/** An application with a menu of its own; who belongs to several switches between them. */
export interface SystemTable {
  id: string
  en_code: string
  /** Null: named as the product is in the system's configuration. */
  full_name: JSONColumnType<{ text: Text }> | null
  icon: string
  sort_code: number
  is_enabled: Generated<boolean>
  /** `file`: of `schemas/systems.json`; `own`: made by who manages systems. */
  source: Generated<'file' | 'own'>
  /** What the file said last, as of menu entries. */
  origin: JSONColumnType<SystemOrigin> | null
  description: Generated<string>
  version: Generated<number>
}

export interface SystemOrigin {
  readonly full_name: { readonly text: Text } | null
  readonly icon: string
  readonly sort_code: number
}

/** The system a person has switched to. */
export interface UserSystemTable {
  user_id: string
  system_id: string
}

declare module '../../../database/schema' {
  interface Database {
    menu: MenuTable
    system: SystemTable
    user_system: UserSystemTable
  }
}

/** The system that every person belongs to. */
export const MAIN_SYSTEM = 'main'

export const menuMigrations: Record<string, Migration> = {
  'menu-001-create': {
    async up(db) {
      await sql`
        create table menu (
          id text primary key,
          parent_id text not null default '-1',
          en_code text not null unique,
          full_name jsonb not null,
          type int not null,
          icon text not null default '',
          url_address text not null default '',
          link_target text not null default '_self',
          property_json jsonb not null default '{}',
          sort_code int not null default 0,
          is_enabled boolean not null default true,
          source text not null check (source in ('file', 'model')),
          buttons jsonb not null default '[]',
          columns jsonb not null default '[]',
          fields jsonb not null default '[]'
        )`.execute(db)
    },
  },
  'menu-002-systems': {
    async up(db) {
      await sql`
        create table system (
          id text primary key,
          en_code text not null unique,
          full_name jsonb,
          icon text not null default '',
          sort_code int not null default 0,
          is_enabled boolean not null default true
        )`.execute(db)
      await sql`insert into system (id, en_code) values (${sql.lit(MAIN_SYSTEM)}, ${sql.lit(MAIN_SYSTEM)})`.execute(
        db,
      )
      await sql`alter table menu add column system_id text not null default ${sql.lit(MAIN_SYSTEM)}`.execute(
        db,
      )
      await sql`create index menu_system on menu (system_id, parent_id, sort_code)`.execute(db)
      await sql`create table user_system (user_id text primary key, system_id text not null)`.execute(db)
    },
  },
  'menu-003-own-entries': {
    async up(db) {
      await sql`
        alter table menu
          drop constraint menu_source_check,
          add constraint menu_source_check check (source in ('file', 'model', 'own')),
          add column origin jsonb,
          add column category text not null default 'Web' check (category in ('Web', 'App')),
          add column description text not null default '',
          add column button_switch boolean not null default false,
          add column column_switch boolean not null default false,
          add column form_switch boolean not null default false,
          add column data_switch boolean not null default false,
          add column version int not null default 1`.execute(db)
      await sql`
        alter table system
          add column source text not null default 'file' check (source in ('file', 'own')),
          add column origin jsonb,
          add column description text not null default '',
          add column version int not null default 1`.execute(db)
    },
  },
  // Named so that it runs after models, whose lists say what of them is granted piece by piece.
  'permission-001-switches': {
    async up(db) {
      await sql`
        update menu set
          button_switch = coalesce(list.source -> 'useBtnPermission' = 'true', false),
          column_switch = coalesce(list.source -> 'useColumnPermission' = 'true', false),
          form_switch = coalesce(list.source -> 'useFormPermission' = 'true', false),
          data_switch = coalesce(list.source -> 'useDataPermission' = 'true', false)
        from (
          select model.id, coalesce(nullif(released.column_data, ''), '{}')::jsonb as source
          from model join model_version released on released.model_id = model.id and released.version = model.released_version
        ) list where menu.id = 'model-' || list.id`.execute(db)
    },
  },
}
