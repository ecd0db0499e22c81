import { type Generated, type Migration, sql } from 'kysely'

/** An administrative division (`spec/administration.md §3`). */
export interface AreaTable {
  id: string
  /** `-1`: a province. */
  parent_id: string
  full_name: string
  en_code: string
  /** 0 province, 1 city, 2 district, 3 town or street. */
  level: number
  sort_code: Generated<number>
  enabled_mark: Generated<number>
  description: Generated<string>
  updated_at: Date | null
  /** Counts the changes. */
  version: Generated<number>
}

declare module '../../../database/schema' {
  interface Database {
    area: AreaTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  'area-001-create': {
    async up(db) {
      await sql`
        create table area (
          id text primary key,
          parent_id text not null,
          full_name text not null,
          en_code text not null constraint area_code unique,
          level int not null,
          sort_code int not null default 0,
          enabled_mark int not null default 1,
          description text not null default '',
          updated_at timestamptz
        )`.execute(db)
      await sql`create index area_children on area (parent_id, sort_code, id)`.execute(db)
    },
  },
  'area-002-version': {
    async up(db) {
      await sql`alter table area add column version int not null default 1`.execute(db)
    },
  },
}
