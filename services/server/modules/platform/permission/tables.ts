import { type Generated, type Migration, sql } from 'kysely'

/** Whom a permission set is for. */
export const SUBJECTS = ['user', 'role', 'position', 'group', 'organize'] as const
export type Subject = (typeof SUBJECTS)[number]

/** What is granted. */
export const GRANT_KINDS = ['system', 'menu', 'button', 'column', 'form', 'data', 'portal'] as const
export type GrantKind = (typeof GRANT_KINDS)[number]

/** What is granted together: the hidden set of one person, role or position, or a permission group with members. */
export interface PermissionSetTable {
  id: string
  kind: 'own' | 'group'
  full_name: Generated<string>
  en_code: Generated<string>
  sort_code: Generated<number>
  /** 0: gives nothing. */
  enabled_mark: Generated<number>
  description: Generated<string>
  /** Count of the changes. */
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date | null>
}

export interface PermissionMemberTable {
  set_id: string
  subject: Subject
  subject_id: string
  /** Of a unit: the units below it too. */
  below: Generated<boolean>
}

export interface PermissionGrantTable {
  set_id: string
  kind: GrantKind
  /** A menu entry; a system where the kind is `system`. */
  menu_id: string
  /** Empty for the entry itself. */
  code: Generated<string>
}

/** Which sets a person has, and through whom; without what is disabled. */
export interface PermissionHeldView {
  user_id: string
  set_id: string
  subject: Subject
  subject_id: string
}

/** Which entries of the menu that are in use a person sees by what is granted; administrators see all and stand in none of it. */
export interface MenuSeenView {
  user_id: string
  menu_id: string
}

/** One row: grows with every change of what anybody may do. */
export interface AuthorityEpochTable {
  id: Generated<boolean>
  epoch: number
}

declare module '../../../database/schema' {
  interface Database {
    permission_set: PermissionSetTable
    permission_member: PermissionMemberTable
    permission_grant: PermissionGrantTable
    permission_held: PermissionHeldView
    menu_seen: MenuSeenView
    authority_epoch: AuthorityEpochTable
  }
}

/** The hidden set of a person, role or position. */
export const ownSetId = (subject: Subject, id: string): string => `${subject}-${id}`

const TABLES = [
  `create table permission_set (
    id text primary key,
    kind text not null check (kind in ('own', 'group')),
    full_name text not null default '',
    en_code text not null default '',
    sort_code int not null default 0,
    enabled_mark int not null default 1 check (enabled_mark in (0, 1)),
    description text not null default '',
    created_at timestamptz not null default now(),
    updated_at timestamptz
  )`,
  `create unique index permission_set_code on permission_set (en_code) where kind = 'group'`,
  `create unique index permission_set_name on permission_set (full_name) where kind = 'group'`,
  `create table permission_member (
    set_id text not null references permission_set on delete cascade,
    subject text not null check (subject in ('user', 'role', 'position', 'group', 'organize')),
    subject_id text not null,
    below boolean not null default false,
    primary key (set_id, subject, subject_id)
  )`,
  'create index permission_member_of on permission_member (subject_id, subject)',
  `create table permission_grant (
    set_id text not null references permission_set on delete cascade,
    kind text not null check (kind in ('system', 'menu', 'button', 'column', 'form', 'data', 'portal')),
    menu_id text not null,
    code text not null default '',
    primary key (set_id, menu_id, kind, code)
  )`,
  'create index permission_grant_of on permission_grant (menu_id, kind, code)',
  'create table authority_epoch (id boolean primary key default true check (id), epoch bigint not null)',
  'insert into authority_epoch (epoch) values (1)',
]

/** What a role had it has in its own set, with the systems that its entries are in. */
const FROM_ROLES = [
  `insert into permission_set (id, kind)
    select distinct 'role-' || role_id, 'own' from role_right`,
  `insert into permission_member (set_id, subject, subject_id)
    select distinct 'role-' || role_id, 'role', role_id from role_right`,
  `insert into permission_grant (set_id, kind, menu_id, code)
    select 'role-' || role_id, kind, menu_id, code from role_right`,
  `insert into permission_grant (set_id, kind, menu_id)
    select distinct 'role-' || role_id, 'system', menu.system_id from role_right
    join menu on menu.id = role_right.menu_id where role_right.kind = 'menu'`,
  'drop table role_right',
]

/**
 * A unit gives to its own people, or to those below too where it says so; a unit that is disabled gives nothing, to nobody who
 * is in it or below it through it.
 */
const HELD = `
  create view permission_held as
  select held.user_id, held.set_id, held.subject, held.subject_id
  from (
    select subject_id as user_id, set_id, subject, subject_id from permission_member where subject = 'user'
    union all
    select own.user_id, given.set_id, given.subject, given.subject_id
    from user_role own
    join role on role.id = own.role_id and role.enabled_mark = 1
    join permission_member given on given.subject = 'role' and given.subject_id = own.role_id
    union all
    select own.user_id, given.set_id, given.subject, given.subject_id
    from user_position own
    join position on position.id = own.position_id and position.enabled_mark = 1
    join organize unit on unit.id = position.organize_id and unit.enabled_mark = 1
    join permission_member given on given.subject = 'position' and given.subject_id = own.position_id
    union all
    select own.user_id, given.set_id, given.subject, given.subject_id
    from user_group_member own
    join user_group on user_group.id = own.group_id and user_group.enabled_mark = 1
    join permission_member given on given.subject = 'group' and given.subject_id = own.group_id
    union all
    select own.user_id, given.set_id, given.subject, given.subject_id
    from user_organize own
    join organize unit on unit.id = own.organize_id
    join permission_member given on given.subject = 'organize' and given.subject_id = any(unit.path)
      and (given.subject_id = unit.id or given.below)
    where not exists (
      select from organize between
      where between.id = any(unit.path[array_position(unit.path, given.subject_id):]) and between.enabled_mark = 0)
  ) held
  join permission_set on permission_set.id = held.set_id and permission_set.enabled_mark = 1
  join user_account on user_account.id = held.user_id and user_account.status = 1`

const SEEN = `
  create view menu_seen as
  select held.user_id, menu.id as menu_id
  from permission_held held
  join permission_grant entry on entry.set_id = held.set_id and entry.kind = 'menu'
  join menu on menu.id = entry.menu_id and menu.is_enabled
  join system on system.id = menu.system_id and system.is_enabled
  where exists (
    select from permission_held other
    join permission_grant place on place.set_id = other.set_id and place.kind = 'system'
    where other.user_id = held.user_id and place.menu_id = menu.system_id)`

/**
 * Raised once a transaction, as it commits: whoever reads the new number reads what was changed with it. The audit's head is
 * locked first, as every transaction that ends with a line of the audit does: two that wait here never wait in a circle.
 */
const RAISE = `
  create function raise_authority_epoch() returns trigger language plpgsql as $$
  begin
    if coalesce(current_setting('loam.authority_raised', true), '') <> txid_current()::text then
      perform set_config('loam.authority_raised', txid_current()::text, true);
      perform from audit_head for update;
      update authority_epoch set epoch = epoch + 1;
    end if;
    return null;
  end $$`

/** What a change of decides what people may do; of some tables only these columns. */
const DECIDING: Readonly<Record<string, readonly string[] | 'all'>> = {
  permission_set: ['enabled_mark'],
  permission_member: 'all',
  permission_grant: 'all',
  user_account: ['status', 'is_administrator'],
  user_role: 'all',
  user_position: 'all',
  user_organize: 'all',
  user_group_member: 'all',
  role: ['enabled_mark'],
  position: ['enabled_mark', 'organize_id'],
  user_group: ['enabled_mark'],
  organize: ['enabled_mark', 'path'],
  menu: 'all',
  system: 'all',
}

/** What has each change of a table's rows, or of these columns, raise the epoch. */
export function triggersOf([table, columns]: readonly [
  string,
  readonly string[] | 'all',
]): readonly string[] {
  const raise = 'deferrable initially deferred for each row'
  const run = 'execute function raise_authority_epoch()'
  const changed =
    columns === 'all'
      ? 'old.* is distinct from new.*'
      : columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')
  return [
    `create constraint trigger authority_rows after insert or delete on "${table}" ${raise} ${run}`,
    `create constraint trigger authority_values after update on "${table}" ${raise} when (${changed}) ${run}`,
  ]
}

/** Who is deleted is a member of nothing, and what was theirs alone goes with them. */
const FORGET = `
  create function forget_permission_subject() returns trigger language plpgsql as $$
  begin
    delete from permission_set where kind = 'own' and id = tg_argv[0] || '-' || old.id;
    delete from permission_member where subject = tg_argv[0] and subject_id = old.id;
    return null;
  end $$`

const SUBJECT_TABLES = {
  user: 'user_account',
  role: 'role',
  position: 'position',
  group: 'user_group',
  organize: 'organize',
} as const satisfies Record<Subject, string>

/** Named so that it runs after people and their units, of which it speaks. */
export const permissionMigrations: Readonly<Record<string, Migration>> = {
  'users-002-permission-sets': {
    async up(db) {
      const triggers = Object.entries(DECIDING).flatMap(triggersOf)
      const forgetting = Object.entries(SUBJECT_TABLES).map(
        ([subject, table]) =>
          `create trigger permission_subject after delete on "${table}"
           for each row execute function forget_permission_subject('${subject}')`,
      )
      for (const statement of [
        ...TABLES,
        ...FROM_ROLES,
        HELD,
        SEEN,
        RAISE,
        FORGET,
        ...triggers,
        ...forgetting,
      ])
        await sql.raw(statement).execute(db)
    },
  },
  'users-004-set-versions': {
    async up(db) {
      await sql`alter table permission_set add column version int not null default 1`.execute(db)
    },
  },
}
