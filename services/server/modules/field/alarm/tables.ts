import type { Cause } from '@runtime/field/alarm/cause'
import type { AlarmState, BaseState } from '@runtime/field/alarm/state'
import { type Generated, type JSONColumnType, type Migration, sql } from 'kysely'

/** What says what is the matter: a locale key or a text, and the values it speaks of. */
export interface AlarmTextParams {
  readonly metric?: string
  readonly unit?: string
  /** What the device itself says. */
  readonly message?: string
  /** What has been told last of the same cause. */
  readonly also?: { readonly text: string; readonly params: AlarmTextParams }
  readonly [name: string]: unknown
}

/** An alarm; its row is open until it is dealt with, and history then (`design/field.md §2.4`). */
export interface AlarmTable {
  fid: string
  project_id: string
  source_id: string
  /** What `source_id` is the id of. */
  source_kind: 'device' | 'gateway' | 'other'
  source_name: string
  type: string
  rule_id: string
  severity: number
  text: string
  params: JSONColumnType<AlarmTextParams>
  value: number | null
  threshold: number | null
  /** What is shown; follows from the columns after it (`stateOf`). */
  state: AlarmState
  base: BaseState
  latch: boolean
  shelved_until: Date | null
  shelved_by: string
  shelve_reason: string
  suppress_when: string
  suppressed: boolean
  /** When suppression ends, unless its reason comes back before. */
  unsuppress_at: Date | null
  out_of_service: boolean
  first_at: Date
  last_at: Date
  /** When people were called last. */
  called_at: Date | null
  occurrences: number
  ack_by: string
  ack_at: Date | null
  ack_note: string
  cleared_at: Date | null
  closed_at: Date | null
  chattering: boolean
  /** Times of the last activations, and how long the cause must be gone now, in seconds. */
  recent: JSONColumnType<readonly number[]>
  off_delay_sec: number
  version: number
  /** Of the last of its events. */
  seq: number
  /** Of the last event by which people were called; 0: they never were. */
  called_seq: number
  /** What it tells of (`runtime/field/alarm/cause.ts`). */
  cause: Cause
  /** Types of those who tell of it now: it returns when the last of them has. */
  causes: JSONColumnType<readonly string[]>
}

/** How far the alarms of a project have been told. Whoever changes one holds this row until it is committed. */
export interface AlarmStreamTable {
  project_id: string
  last: Generated<number>
  /** Whether the project has been given its first rules. */
  has_rules: Generated<boolean>
}

/** All that happened to alarms; 1, 2, 3 … without gaps in a project. */
export interface AlarmEventTable {
  project_id: string
  seq: number
  fid: string
  kind: string
  from_state: AlarmState
  to_state: AlarmState
  at: Date
  actor: string
  actor_name: string
  note: string
  /** Whether people were called. */
  calls: boolean
  /** The alarm's row as it stood after it. */
  alarm: JSONColumnType<object>
}

export interface AlarmRuleTable {
  id: string
  project_id: string
  type: string
  name: string
  kind: string
  /** Empty: every device of the kind. */
  device_id: string
  source: 'metric' | 'event'
  signal: string
  comparison: string
  threshold: number
  deadband: number
  on_delay_sec: number
  off_delay_sec: number
  severity: number
  latch: boolean
  suppress_when: string
  enabled_mark: number
  created_at: Generated<Date>
  updated_at: Date | null
  row_version: Generated<number>
}

/** A rule's view of one source, for as long as there is cause or the alarm has not returned. */
export interface AlarmWatchTable {
  project_id: string
  source_id: string
  source_kind: 'device' | 'gateway'
  type: string
  rule_id: string
  holds: boolean
  since: Date
  /** Whether the alarm has been told that there is cause. */
  raised: boolean
  due_at: Date | null
  value: number | null
  params: JSONColumnType<AlarmTextParams>
}

declare module '../../../database/schema' {
  interface Database {
    alarm: AlarmTable
    alarm_stream: AlarmStreamTable
    alarm_event: AlarmEventTable
    alarm_rule: AlarmRuleTable
    alarm_watch: AlarmWatchTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  'field-130-alarm': {
    async up(db) {
      await sql`
        create table alarm (
          fid text primary key,
          project_id text not null references project on delete cascade,
          source_id text not null,
          source_kind text not null,
          source_name text not null,
          type text not null,
          rule_id text not null,
          severity int not null check (severity between 1 and 4),
          text text not null,
          params jsonb not null,
          value double precision,
          threshold double precision,
          state text not null,
          base text not null,
          latch boolean not null,
          shelved_until timestamptz,
          shelved_by text not null,
          shelve_reason text not null,
          suppress_when text not null,
          suppressed boolean not null,
          unsuppress_at timestamptz,
          out_of_service boolean not null,
          first_at timestamptz not null,
          last_at timestamptz not null,
          called_at timestamptz,
          occurrences int not null,
          ack_by text not null,
          ack_at timestamptz,
          ack_note text not null,
          cleared_at timestamptz,
          closed_at timestamptz,
          chattering boolean not null,
          recent jsonb not null,
          off_delay_sec int not null,
          version int not null,
          seq bigint not null
        )`.execute(db)
      await sql`create unique index alarm_open on alarm (project_id, source_id, type) where closed_at is null`.execute(
        db,
      )
      await sql`create index alarm_source on alarm (source_id, type, last_at desc)`.execute(db)
      await sql`create index alarm_newest on alarm (project_id, last_at desc)`.execute(db)
      await sql`create index alarm_seq on alarm (project_id, seq)`.execute(db)
      await sql`
        create table alarm_stream (
          project_id text primary key references project on delete cascade,
          last bigint not null default 0,
          has_rules boolean not null default false
        ) with (fillfactor = 50)`.execute(db)
      await sql`
        create table alarm_event (
          project_id text not null references project on delete cascade,
          seq bigint not null,
          fid text not null,
          kind text not null,
          from_state text not null,
          to_state text not null,
          at timestamptz not null,
          actor text not null,
          actor_name text not null,
          note text not null,
          calls boolean not null,
          alarm jsonb not null,
          primary key (project_id, seq)
        )`.execute(db)
      await sql`create index alarm_event_alarm on alarm_event (fid, seq)`.execute(db)
      await sql`create index alarm_event_calls on alarm_event (project_id, at) where calls`.execute(db)
      await sql`
        create table alarm_rule (
          id text primary key,
          project_id text not null references project on delete cascade,
          type text not null,
          name text not null,
          kind text not null,
          device_id text not null,
          source text not null,
          signal text not null,
          comparison text not null,
          threshold double precision not null,
          deadband double precision not null,
          on_delay_sec double precision not null,
          off_delay_sec double precision not null,
          severity int not null check (severity between 1 and 4),
          latch boolean not null,
          suppress_when text not null,
          enabled_mark int not null,
          created_at timestamptz not null default now(),
          updated_at timestamptz,
          constraint alarm_rule_type unique (project_id, type, device_id)
        )`.execute(db)
      await sql`
        create table alarm_watch (
          project_id text not null references project on delete cascade,
          source_id text not null,
          source_kind text not null,
          type text not null,
          rule_id text not null,
          holds boolean not null,
          since timestamptz not null,
          raised boolean not null,
          due_at timestamptz,
          value double precision,
          params jsonb not null,
          primary key (source_id, type)
        )`.execute(db)
      await sql`create index alarm_watch_due on alarm_watch (due_at) where due_at is not null`.execute(db)
    },
  },
  // Whoever was away asks by sequence who has called since: times of devices and servers do not tell.
  'field-131-alarm-called': {
    async up(db) {
      await sql`alter table alarm add column called_seq bigint not null default 0`.execute(db)
      await sql`
        update alarm set called_seq = last.seq
        from (select fid, max(seq) as seq from alarm_event where calls group by fid) as last
        where last.fid = alarm.fid`.execute(db)
    },
  },
  'field-133-alarm-cause': {
    async up(db) {
      await sql`
        alter table alarm add column cause text not null default '', add column causes jsonb not null default '[]'`.execute(
        db,
      )
      await sql`
        update alarm set causes = jsonb_build_array(type) where closed_at is null and base in ('UNACK', 'ACKED')`.execute(
        db,
      )
    },
  },
  'field-132-alarm-rule-version': {
    async up(db) {
      await sql`alter table alarm_rule add column row_version int not null default 1`.execute(db)
    },
  },
}
