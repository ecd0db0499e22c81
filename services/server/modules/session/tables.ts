import { type Generated, type Migration, sql } from 'kysely'

export interface UserAccountTable {
  id: string
  account: string
  real_name: string
  /** argon2id over the MD5 wire form. */
  password_hash: string
  is_administrator: Generated<boolean>
  /** 1 in use, 0 disabled. */
  status: Generated<number>
  organize_id: Generated<string>
  organize_name: Generated<string>
  department_id: Generated<string>
  department_name: Generated<string>
  position_id: Generated<string>
  position_name: Generated<string>
  head_icon: Generated<string>
  gender: Generated<number>
  mobile_phone: Generated<string>
  email: Generated<string>
  signature: Generated<string>
  theme: Generated<string>
  language: Generated<string>
  change_password_at: Date | null
  login_at: Date | null
  login_ip: Generated<string>
  previous_login_at: Date | null
  previous_login_ip: Generated<string>
  created_at: Generated<Date>
}

export interface RoleTable {
  id: string
  en_code: string
  /** Text in the interface's languages, as JSON. */
  full_name: string
}

export interface UserRoleTable {
  user_id: string
  role_id: string
}

export interface RoleRightTable {
  role_id: string
  menu_id: string
  kind: 'menu' | 'button' | 'column' | 'form'
  /** Empty for the menu entry itself. */
  code: string
}

export interface SessionTable {
  id: string
  /** SHA-256 of the token. */
  token_hash: string
  user_id: string
  device: string
  ip: string
  created_at: Generated<Date>
  used_at: Generated<Date>
  expires_at: Date
  ended_at: Date | null
  ended_because: 'logout' | 'elsewhere' | 'administrator' | 'password' | null
}

export interface LoginAttemptTable {
  account: string
  failures: number
  last_at: Date
  locked_until: Date | null
}

export interface CaptchaTable {
  key: string
  code: string
  expires_at: Date
}

declare module '../../database/schema' {
  interface Database {
    user_account: UserAccountTable
    role: RoleTable
    user_role: UserRoleTable
    role_right: RoleRightTable
    session: SessionTable
    login_attempt: LoginAttemptTable
    captcha: CaptchaTable
  }
}

export const sessionMigrations: Record<string, Migration> = {
  'session-001-create': {
    async up(db) {
      await sql`
        create table user_account (
          id text primary key,
          account text not null,
          real_name text not null,
          password_hash text not null,
          is_administrator boolean not null default false,
          status int not null default 1,
          organize_id text not null default '',
          organize_name text not null default '',
          department_id text not null default '',
          department_name text not null default '',
          position_id text not null default '',
          position_name text not null default '',
          head_icon text not null default '',
          gender int not null default 0,
          mobile_phone text not null default '',
          email text not null default '',
          signature text not null default '',
          theme text not null default 'classic',
          language text not null default 'zh',
          change_password_at timestamptz,
          login_at timestamptz,
          login_ip text not null default '',
          previous_login_at timestamptz,
          previous_login_ip text not null default '',
          created_at timestamptz not null default now()
        )`.execute(db)
      await sql`create unique index user_account_account on user_account (lower(account))`.execute(db)
      await sql`
        create table role (id text primary key, en_code text not null unique, full_name text not null)`.execute(
        db,
      )
      await sql`
        create table user_role (
          user_id text not null references user_account on delete cascade,
          role_id text not null references role on delete cascade,
          primary key (user_id, role_id)
        )`.execute(db)
      await sql`
        create table role_right (
          role_id text not null references role on delete cascade,
          menu_id text not null,
          kind text not null check (kind in ('menu', 'button', 'column', 'form')),
          code text not null default '',
          primary key (role_id, menu_id, kind, code)
        )`.execute(db)
      await sql`
        create table session (
          id text primary key,
          token_hash text not null unique,
          user_id text not null references user_account on delete cascade,
          device text not null,
          ip text not null,
          created_at timestamptz not null default now(),
          used_at timestamptz not null default now(),
          expires_at timestamptz not null,
          ended_at timestamptz,
          ended_because text
        )`.execute(db)
      await sql`create index session_user_open on session (user_id) where ended_at is null`.execute(db)
      await sql`
        create table login_attempt (
          account text primary key, failures int not null, last_at timestamptz not null, locked_until timestamptz
        )`.execute(db)
      await sql`
        create table captcha (key text primary key, code text not null, expires_at timestamptz not null)`.execute(
        db,
      )
    },
  },
}
