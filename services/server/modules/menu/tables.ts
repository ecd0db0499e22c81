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

declare module '../../database/schema' {
  interface Database {
    menu: MenuTable
  }
}

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
}
