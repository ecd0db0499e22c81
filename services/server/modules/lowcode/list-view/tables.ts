import type { listViewCalls } from '@services/contract/areas/lowcode/list-view'
import type { ResponseOf } from '@services/contract/call'
import { type Generated, type JSONColumnType, type Migration, sql } from 'kysely'

/** What a person set of a list. */
export type ViewContent = ResponseOf<(typeof listViewCalls)['listView.list']>['list'][number]['content']

export interface ListViewTable {
  id: string
  menu_id: string
  /** Which of the entry's lists; empty where it has one. */
  list: string
  owner_id: string
  full_name: string
  content: JSONColumnType<ViewContent>
  is_shared: boolean
  /** How often it was saved. */
  version: Generated<number>
  created_at: Generated<Date>
}

/** With which view a person opens a list. */
export interface ListViewDefaultTable {
  user_id: string
  menu_id: string
  list: string
  view_id: string
}

declare module '../../../database/schema' {
  interface Database {
    list_view: ListViewTable
    list_view_default: ListViewDefaultTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  // After the people and the menu, whose tables it refers to.
  'views-001-create': {
    async up(db) {
      await sql`
        create table list_view (
          id text primary key,
          menu_id text not null references menu on delete cascade,
          list text not null,
          owner_id text not null references user_account on delete cascade,
          full_name text not null,
          content jsonb not null,
          is_shared boolean not null default false,
          version int not null default 0,
          created_at timestamptz not null default now(),
          constraint list_view_name unique (owner_id, menu_id, list, full_name)
        )`.execute(db)
      await sql`create index list_view_place on list_view (menu_id, list)`.execute(db)
      await sql`
        create table list_view_default (
          user_id text not null references user_account on delete cascade,
          menu_id text not null references menu on delete cascade,
          list text not null,
          view_id text not null references list_view on delete cascade,
          primary key (user_id, menu_id, list)
        )`.execute(db)
    },
  },
}
