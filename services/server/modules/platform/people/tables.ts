import type { CompanyData } from '@services/contract/areas/platform/company-data'
import { type ColumnType, type Generated, type Migration, sql } from 'kysely'

/** A unit of the organisation: a company, or a department of one. */
export interface OrganizeTable {
  id: string
  /** Null at the top. */
  parent_id: string | null
  category: 'company' | 'department'
  full_name: string
  en_code: string
  manager_id: string | null
  sort_code: number
  enabled_mark: number
  description: string
  /** Ids from the top down, its own last; what is below a unit is found by it. */
  path: string[]
  /** The names of `path`, joined with slashes. */
  path_name: string
  /** The nearest company on the path, itself for a company. */
  company_id: string
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Date | null
}

/** What is known of a company beside its name; apart, since trees of units need none of it. */
export interface CompanyTable {
  organize_id: string
  data: ColumnType<CompanyData, string, string>
}

export interface PositionTable {
  id: string
  organize_id: string
  /** An item of the dictionary `positionType`; empty: none. */
  type: Generated<string>
  full_name: string
  en_code: string
  sort_code: number
  enabled_mark: number
  description: string
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Date | null
}

/** A role that is not global is bound to organisations. */
export interface RoleOrganizeTable {
  role_id: string
  organize_id: string
}

export interface UserGroupTable {
  id: string
  full_name: string
  en_code: string
  /** An item of the dictionary `groupType`; empty: none. */
  category: string
  sort_code: number
  enabled_mark: number
  description: string
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Date | null
}

/** Units a person belongs to directly. */
export interface UserOrganizeTable {
  user_id: string
  organize_id: string
  /** 0: the current one. */
  sort: number
}

export interface UserPositionTable {
  user_id: string
  position_id: string
  /** 0: the current one. */
  sort: number
}

export interface UserGroupMemberTable {
  user_id: string
  group_id: string
}

declare module '../../../database/schema' {
  interface Database {
    organize: OrganizeTable
    company: CompanyTable
    position: PositionTable
    role_organize: RoleOrganizeTable
    user_group: UserGroupTable
    user_organize: UserOrganizeTable
    user_position: UserPositionTable
    user_group_member: UserGroupMemberTable
  }
}

/** Named so that they run after the session's, whose tables they extend. */
export const migrations: Readonly<Record<string, Migration>> = {
  'users-001-organisation': {
    async up(db) {
      for (const statement of [...UNITS, ...PEOPLE, ...MEMBERSHIPS]) await sql.raw(statement).execute(db)
    },
  },
  'users-002-file': {
    async up(db) {
      await sql.raw(FILE).execute(db)
    },
  },
  'users-071-position-type': {
    async up(db) {
      await sql`alter table position add column type text not null default ''`.execute(db)
    },
  },
  'users-070-company-data': {
    async up(db) {
      await sql`create table company (
        organize_id text primary key references organize on delete cascade,
        data jsonb not null
      )`.execute(db)
    },
  },
  'users-072-versions': {
    async up(db) {
      for (const table of COUNTED)
        await sql`alter table ${sql.table(table)} add column version int not null default 1`.execute(db)
    },
  },
}

/** Their rows count their changes, so that nobody saves over what somebody else has saved. */
const COUNTED = ['organize', 'position', 'role', 'user_group', 'user_account'] as const

const NAMED = `
  sort_code int not null,
  enabled_mark int not null check (enabled_mark in (0, 1)),
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz`

const UNITS = [
  `create table organize (
    id text primary key,
    parent_id text constraint organize_parent references organize,
    category text not null check (category in ('company', 'department')),
    full_name text not null,
    en_code text not null constraint organize_code unique,
    manager_id text constraint organize_manager references user_account,
    path text[] not null,
    path_name text not null,
    company_id text not null,
    ${NAMED},
    constraint organize_name unique nulls not distinct (parent_id, full_name)
  )`,
  'create index organize_path on organize using gin (path)',
  'create index organize_manager_of on organize (manager_id)',
  `create table position (
    id text primary key,
    organize_id text not null constraint position_organize references organize,
    full_name text not null,
    en_code text not null constraint position_code unique,
    ${NAMED},
    constraint position_name unique (organize_id, full_name)
  )`,
  `create table user_group (
    id text primary key,
    full_name text not null constraint user_group_name unique,
    en_code text not null constraint user_group_code unique,
    category text not null default '',
    ${NAMED}
  )`,
]

/** Places were texts beside the account; they are memberships now. A person without a password cannot sign in. */
const PEOPLE = [
  `alter table user_account
    drop column organize_id, drop column organize_name, drop column department_id, drop column department_name,
    drop column position_id, drop column position_name,
    alter column password_hash drop not null,
    add column manager_id text constraint user_account_manager references user_account,
    add column telephone text not null default '',
    add column job_title text not null default '',
    add column entry_date timestamptz,
    add column birthday timestamptz,
    add column sort_code int not null default 0,
    add column description text not null default '',
    add column updated_at timestamptz`,
  'create index user_account_order on user_account (sort_code, account)',
  'create index user_account_manager_of on user_account (manager_id)',
  `alter table role
    add column is_global boolean not null default true,
    add column sort_code int not null default 0,
    add column enabled_mark int not null default 1 check (enabled_mark in (0, 1)),
    add column description text not null default '',
    add column created_at timestamptz not null default now(),
    add column updated_at timestamptz`,
  `alter table user_role
    drop constraint user_role_role_id_fkey,
    add constraint user_role_role foreign key (role_id) references role`,
]

/** What is kept of a person beside what others see of them. */
const FILE = `
  alter table user_account
    add column rank text not null default '',
    add column nation text not null default '',
    add column native_place text not null default '',
    add column certificate_type text not null default '',
    add column certificate_number text not null default '',
    add column education text not null default '',
    add column landline text not null default '',
    add column urgent_contact text not null default '',
    add column urgent_telephone text not null default '',
    add column postal_address text not null default ''`

const MEMBERSHIPS = [
  `create table role_organize (
    role_id text not null references role on delete cascade,
    organize_id text not null constraint role_organize_unit references organize,
    primary key (role_id, organize_id)
  )`,
  'create index role_organize_of on role_organize (organize_id)',
  `create table user_organize (
    user_id text not null references user_account on delete cascade,
    organize_id text not null constraint user_organize_unit references organize,
    sort int not null,
    primary key (user_id, organize_id)
  )`,
  'create index user_organize_of on user_organize (organize_id, user_id)',
  'create unique index user_organize_sort on user_organize (user_id, sort)',
  `create table user_position (
    user_id text not null references user_account on delete cascade,
    position_id text not null constraint user_position_held references position,
    sort int not null,
    primary key (user_id, position_id)
  )`,
  'create index user_position_of on user_position (position_id, user_id)',
  'create index user_role_of on user_role (role_id, user_id)',
  `create table user_group_member (
    user_id text not null references user_account on delete cascade,
    group_id text not null constraint user_group_member_group references user_group,
    primary key (user_id, group_id)
  )`,
  'create index user_group_member_of on user_group_member (group_id, user_id)',
]
