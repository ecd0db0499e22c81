import type { Appearance } from '@services/contract/areas/platform/session'
import { type ColumnType, type Generated, type Migration, sql } from 'kysely'
import type { Static } from 'typebox'

export interface UserAccountTable {
  id: string
  account: string
  real_name: string
  /** argon2id over the MD5 wire form; null: no password has been given, so nobody signs in. */
  password_hash: string | null
  is_administrator: Generated<boolean>
  /** Counts the changes of what administration keeps of the person. */
  version: Generated<number>
  /** 1 in use, 0 disabled. */
  status: Generated<number>
  manager_id: Generated<string | null>
  head_icon: Generated<string>
  gender: Generated<number>
  mobile_phone: Generated<string>
  telephone: Generated<string>
  email: Generated<string>
  signature: Generated<string>
  job_title: Generated<string>
  entry_date: Generated<Date | null>
  birthday: Generated<Date | null>
  /** Items of dictionaries by their ids, as the nation, the certificate’s type and the education; empty: none. */
  rank: Generated<string>
  nation: Generated<string>
  native_place: Generated<string>
  certificate_type: Generated<string>
  certificate_number: Generated<string>
  education: Generated<string>
  landline: Generated<string>
  urgent_contact: Generated<string>
  urgent_telephone: Generated<string>
  postal_address: Generated<string>
  sort_code: Generated<number>
  description: Generated<string>
  theme: Generated<string>
  /** Darkness and colours; null until the person has chosen. */
  appearance: ColumnType<Static<typeof Appearance>, string | null | undefined, string | null>
  /** Whether alarms are heard. */
  alarm_sound: Generated<boolean>
  /** Ids of menu entries that the person has marked. */
  favourites: Generated<string[]>
  language: Generated<string>
  /** When the person has last chosen the password; null for a first one. */
  change_password_at: Date | null
  /** When the password was given or chosen. */
  password_at: Generated<Date | null>
  /** Somebody else has given the password since: it is changed before anything else is done. */
  must_change_password: Generated<boolean>
  /** When its person has proved to have the mobile number; null: nobody has. */
  mobile_verified_at: Generated<Date | null>
  /** When the person has changed the address of their mail themselves; null: an administrator has said it. */
  own_email_at: Generated<Date | null>
  login_at: Date | null
  login_ip: Generated<string>
  previous_login_at: Date | null
  previous_login_ip: Generated<string>
  created_at: Generated<Date>
  updated_at: Generated<Date | null>
}

export interface RoleTable {
  id: string
  en_code: string
  /** Text in the interface's languages, as JSON. */
  full_name: string
  /** For everybody; otherwise for the organisations it is bound to. */
  is_global: Generated<boolean>
  sort_code: Generated<number>
  /** 0: gives no rights. */
  enabled_mark: Generated<number>
  description: Generated<string>
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date | null>
}

export interface UserRoleTable {
  user_id: string
  role_id: string
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
  /** Who really looks, where somebody looks as the person; null: the person themselves. */
  viewed_by: Generated<string | null>
  /** The session from which they do, with which it ends. */
  viewed_from: Generated<string | null>
}

/** Failed guesses of a source at a target; a kind `any` stands for all of them (`attempts.ts`). */
export interface LoginAttemptTable {
  target_kind: string
  target: string
  source_kind: string
  source: string
  failures: number
  /** Times that it has been locked within a day. */
  locks: Generated<number>
  last_at: Date
  locked_until: Date | null
}

/** Passwords that a person has had, as hashes. */
export interface PasswordHistoryTable {
  id: Generated<number>
  user_id: string
  password_hash: string
  set_at: Generated<Date>
}

/** Work that was set for a guess and has not been handed in. */
export interface ProofChallengeTable {
  target_kind: string
  target: string
  source_kind: string
  source: string
  challenge: string
  bits: number
  expires_at: Date
}

export interface CaptchaTable {
  key: string
  code: string
  expires_at: Date
}

/** A browser that waits to be let in by a phone. */
export interface LoginTicketTable {
  /** SHA-256 of what the browser knows. */
  ticket_hash: string
  /** What the QR code carries. */
  scan: string
  check_digits: string
  device: string
  ip: string
  created_at: Generated<Date>
  expires_at: Date
  scanned_by: string | null
  state: 'waiting' | 'scanned' | 'confirmed' | 'refused'
}

/** A code that was sent to a number, or to who has forgotten a password; kept a day, for how many may be sent. */
export interface OneTimeCodeTable {
  id: Generated<number>
  /** What it is good for: a `Subject`. */
  target_kind: string
  target: string
  /** Whose password it sets; null: of a number, or nobody's. */
  user_id: string | null
  /** argon2id: six digits under a fast hash would be read at once. */
  code_hash: string
  ip: string
  attempts: Generated<number>
  spent: Generated<boolean>
  created_at: Generated<Date>
  expires_at: Date
}

/** Who has a mobile number that no account has, and asks for one. */
export interface AccountRequestTable {
  mobile_phone: string
  company_name: string
  contact: string
  ip: string
  asked_at: Date
}

declare module '../../../database/schema' {
  interface Database {
    user_account: UserAccountTable
    role: RoleTable
    user_role: UserRoleTable
    session: SessionTable
    login_attempt: LoginAttemptTable
    proof_challenge: ProofChallengeTable
    password_history: PasswordHistoryTable
    captcha: CaptchaTable
    login_ticket: LoginTicketTable
    one_time_code: OneTimeCodeTable
    account_request: AccountRequestTable
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
  'session-002-ways-to-sign-in': {
    async up(db) {
      await sql`
        create table login_ticket (
          ticket_hash text primary key,
          scan text not null unique,
          check_digits text not null,
          device text not null,
          ip text not null,
          created_at timestamptz not null default now(),
          expires_at timestamptz not null,
          scanned_by text references user_account on delete cascade,
          state text not null check (state in ('waiting', 'scanned', 'confirmed', 'refused'))
        )`.execute(db)
      await sql`
        create table sms_code (
          id bigint generated always as identity primary key,
          mobile_phone text not null,
          code_hash text not null,
          ip text not null,
          attempts int not null default 0,
          spent boolean not null default false,
          created_at timestamptz not null default now(),
          expires_at timestamptz not null
        )`.execute(db)
      await sql`create index sms_code_number on sms_code (mobile_phone, id desc)`.execute(db)
      await sql`create index sms_code_at on sms_code (created_at)`.execute(db)
      await sql`
        create table account_request (
          mobile_phone text primary key,
          company_name text not null,
          contact text not null,
          ip text not null,
          asked_at timestamptz not null
        )`.execute(db)
    },
  },
  'session-003-look': {
    async up(db) {
      await sql`alter table user_account add column look jsonb`.execute(db)
    },
  },
  'session-004-alarm-sound': {
    async up(db) {
      await sql`alter table user_account add column alarm_sound boolean not null default true`.execute(db)
    },
  },
  // What was counted by a text of kind and name in one is forgotten: it would have been within the hour.
  'session-005-guesses-by-kind': {
    async up(db) {
      await sql`drop table login_attempt`.execute(db)
      await sql`
        create table login_attempt (
          target_kind text not null,
          target text not null,
          source_kind text not null,
          source text not null,
          failures int not null,
          locks int not null default 0,
          last_at timestamptz not null,
          locked_until timestamptz,
          primary key (target_kind, target, source_kind, source)
        )`.execute(db)
      await sql`create index login_attempt_at on login_attempt (last_at)`.execute(db)
      await sql`
        create table proof_challenge (
          target_kind text not null,
          target text not null,
          source_kind text not null,
          source text not null,
          challenge text not null,
          bits int not null,
          expires_at timestamptz not null,
          primary key (target_kind, target, source_kind, source)
        )`.execute(db)
    },
  },
  'session-006-passwords': {
    async up(db) {
      await sql`alter table user_account add column password_at timestamptz`.execute(db)
      await sql`
        update user_account set password_at = coalesce(change_password_at, created_at)
        where password_hash is not null`.execute(db)
      await sql`
        create table password_history (
          id bigint generated always as identity primary key,
          user_id text not null references user_account on delete cascade,
          password_hash text not null,
          set_at timestamptz not null default now()
        )`.execute(db)
      await sql`create index password_history_of on password_history (user_id, set_at desc)`.execute(db)
      await sql`
        insert into password_history (user_id, password_hash, set_at)
        select id, password_hash, password_at from user_account where password_hash is not null`.execute(db)
    },
  },
  'session-007-proved-numbers': {
    async up(db) {
      await sql`alter table user_account add column mobile_verified_at timestamptz`.execute(db)
      await sql`
        create unique index user_account_proved_mobile on user_account (mobile_phone)
        where mobile_verified_at is not null and mobile_phone <> ''`.execute(db)
    },
  },
  'session-008-favourites': {
    async up(db) {
      await sql`alter table user_account add column favourites text[] not null default '{}'`.execute(db)
    },
  },
  'session-009-appearance': {
    async up(db) {
      await sql`alter table user_account rename column look to appearance`.execute(db)
    },
  },
  'session-010-view': {
    async up(db) {
      await sql`
        alter table session
          add column viewed_by text references user_account on delete cascade,
          add column viewed_from text references session on delete cascade,
          add constraint session_viewed check ((viewed_by is null) = (viewed_from is null))`.execute(db)
    },
  },
  'session-011-own-pictures': {
    async up(db) {
      // Any address was taken before: of a script, of another server.
      await sql`
        update user_account set head_icon = ''
        where head_icon !~ '^(/api/file/Image/userAvatar/\\w[\\w.-]*)?$'`.execute(db)
    },
  },
  'session-012-given-passwords': {
    async up(db) {
      await sql`alter table user_account add column must_change_password boolean not null default false`.execute(
        db,
      )
    },
  },
  'session-013-one-time-codes': {
    async up(db) {
      await sql`alter table sms_code rename to one_time_code`.execute(db)
      await sql`alter table one_time_code rename column mobile_phone to target`.execute(db)
      await sql`
        alter table one_time_code
          add column target_kind text not null default 'phone',
          add column user_id text references user_account on delete cascade`.execute(db)
      await sql`alter table one_time_code alter column target_kind drop default`.execute(db)
      await sql`drop index sms_code_number`.execute(db)
      await sql`create index one_time_code_target on one_time_code (target_kind, target, id desc)`.execute(db)
      await sql`alter index sms_code_at rename to one_time_code_at`.execute(db)
    },
  },
  'session-014-own-email': {
    async up(db) {
      await sql`alter table user_account add column own_email_at timestamptz`.execute(db)
    },
  },
}
