import type { ColumnType, Generated, Migration } from 'kysely'
import { sql } from 'kysely'
import type { UnitAct } from '../../../../unit-right'
import { triggersOf } from '../tables'

/**
 * Whose administration ends at the units that are named: without a row somebody's is bounded by the rights of their menu alone,
 * with one and without units they administer nothing (administration §2.5).
 */
export interface LayeredAdministratorTable {
  user_id: string
  /** Entries of the menu and systems that they may grant. */
  module_ids: string[]
  system_ids: string[]
  /** Count of the changes. */
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

/** Of a unit itself, and of those below it, the acts that are open. */
export interface LayeredUnitTable {
  user_id: string
  organize_id: string
  this_layer: UnitAct[]
  sub_layer: UnitAct[]
}

declare module '../../../../database/schema' {
  interface Database {
    layered_administrator: LayeredAdministratorTable
    layered_unit: LayeredUnitTable
  }
}

export const layeredMigrations: Readonly<Record<string, Migration>> = {
  'users-006-layered-administrators': {
    async up(db) {
      await sql`
        create table layered_administrator (
          user_id text primary key references user_account on delete cascade,
          module_ids text[] not null default '{}',
          system_ids text[] not null default '{}',
          version int not null default 1,
          created_at timestamptz not null default now(),
          updated_at timestamptz
        )`.execute(db)
      await sql`
        create table layered_unit (
          user_id text not null references layered_administrator on delete cascade,
          organize_id text not null references organize on delete cascade,
          this_layer text[] not null default '{}',
          sub_layer text[] not null default '{}',
          primary key (user_id, organize_id)
        )`.execute(db)
      await sql`create index layered_unit_of on layered_unit (organize_id)`.execute(db)
    },
  },
  // Who manages which units says what schemes give them.
  'users-007-managed-units': {
    async up(db) {
      for (const table of ['layered_administrator', 'layered_unit'])
        for (const statement of triggersOf([table, 'all'])) await sql.raw(statement).execute(db)
      await sql`
        create constraint trigger authority_head after update on organize
        deferrable initially deferred for each row when (old.manager_id is distinct from new.manager_id)
        execute function raise_authority_epoch()`.execute(db)
    },
  },
}
