import type { Text } from '@runtime/text'
import { type Generated, type JSONColumnType, type Migration, sql } from 'kysely'

/** A button, column or field that a right may be given for. */
export interface RightCode {
  readonly enCode: string
  readonly fullName: Text
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
  /** `file`: of `schemas/menu.json`; `model`: of a published model. */
  source: 'file' | 'model'
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
}
