import type { PageParam } from '@runtime/print'
import { type Generated, type JSONColumnType, type Migration, sql } from 'kysely'

export interface PrintTemplateTable {
  id: string
  full_name: string
  en_code: string
  category: string
  /** 1: of a form; 2: of a flow. */
  type: number
  model_id: string
  /** Sanitised HTML with places. */
  template: string
  page: JSONColumnType<PageParam>
  sort_code: number
  enabled_mark: number
  description: string
  created_by: string
  created_at: Generated<Date>
  updated_at: Date | null
}

/** Who printed what, and how many of it. */
export interface PrintLogTable {
  id: Generated<number>
  template_id: string
  title: string
  count: number
  user_id: string
  printed_at: Generated<Date>
}

declare module '../../../database/schema' {
  interface Database {
    print_template: PrintTemplateTable
    print_log: PrintLogTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  'print-001-create': {
    async up(db) {
      await sql`
        create table print_template (
          id text primary key,
          full_name text not null constraint print_template_name unique,
          en_code text not null constraint print_template_code unique,
          category text not null default '',
          type int not null default 1,
          model_id text not null,
          template text not null,
          page jsonb not null,
          sort_code int not null default 0,
          enabled_mark int not null default 1,
          description text not null default '',
          created_by text not null default '',
          created_at timestamptz not null default now(),
          updated_at timestamptz
        )`.execute(db)
      await sql`
        create table print_log (
          id bigint generated always as identity primary key,
          template_id text not null,
          title text not null,
          count int not null,
          user_id text not null,
          printed_at timestamptz not null default now()
        )`.execute(db)
      await sql`create index print_log_template on print_log (template_id, id desc)`.execute(db)
    },
  },
  // Pages had one margin and three sheets.
  'print-002-page': {
    async up(db) {
      await sql`
        update print_template set page = jsonb_build_object(
          'type', case page ->> 'paper' when 'A3' then '1' when 'A5' then '3' else '2' end,
          'width', case page ->> 'paper' when 'A3' then 297 when 'A5' then 148 else 210 end,
          'height', case page ->> 'paper' when 'A3' then 420 when 'A5' then 210 else 297 end,
          'direction', case page ->> 'orientation' when 'landscape' then '横向' else '纵向' end,
          'mt', (page ->> 'margin')::int, 'mb', (page ->> 'margin')::int,
          'ml', (page ->> 'margin')::int, 'mr', (page ->> 'margin')::int
        ) where page ? 'paper'`.execute(db)
    },
  },
  // Whoever made templates could import them, whoever changed them could turn them off: they still can. Migrations run by name:
  // this one after those that make the tables of rights.
  'users-076-print-buttons': {
    async up(db) {
      await sql`
        insert into permission_grant (set_id, kind, menu_id, code)
        select distinct held.set_id, 'button', held.menu_id, added.code
        from permission_grant held
        join (values ('btn_add', 'btn_import'), ('btn_edit', 'btn_state')) added (held, code) on added.held = held.code
        where held.kind = 'button' and held.menu_id = 'system.printDev'
        on conflict do nothing`.execute(db)
      // The epoch is raised here and not as it commits: until then no other migration could alter these tables.
      await sql`set constraints all immediate`.execute(db)
      await sql`set constraints all deferred`.execute(db)
    },
  },
}
