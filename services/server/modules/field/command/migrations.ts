import { type Migration, sql } from 'kysely'

const IN_FLIGHT = sql`state in ('QUEUED', 'SENT', 'ACCEPTED', 'EXECUTING')`

export const migrations: Readonly<Record<string, Migration>> = {
  'field-120-command': {
    async up(db) {
      await sql`
        create table command_server (
          id text primary key,
          seen_at timestamptz not null
        )`.execute(db)
      await sql`
        create table actuator (
          device_id text primary key references device on delete cascade,
          project_id text not null,
          seq bigint not null default 0,
          pump_state int,
          stopped_at timestamptz,
          starts timestamptz[] not null default '{}',
          mode_by text not null default '',
          mode_at timestamptz
        )`.execute(db)
      await sql`
        create table irrigation_run (
          id text primary key,
          project_id text not null references project on delete cascade,
          group_id text references irrigation_group on delete set null,
          command_id text not null,
          request_hash text not null,
          action text not null,
          state text not null,
          plan jsonb not null,
          is_pausing boolean not null default false,
          minutes int not null,
          target_m3 double precision,
          started_at timestamptz not null,
          ends_at timestamptz,
          ended_at timestamptz,
          volume_m3 double precision,
          issued_by text not null,
          issued_by_name text not null,
          reason text not null default '',
          is_cleared boolean not null default false,
          schedule_run_id text,
          wake_at timestamptz,
          unique (project_id, command_id)
        )`.execute(db)
      await sql`create index irrigation_run_project on irrigation_run (project_id, started_at desc)`.execute(
        db,
      )
      await sql`create index irrigation_run_wake on irrigation_run (wake_at) where wake_at is not null`.execute(
        db,
      )
      await sql`
        create table command (
          project_id text not null references project on delete cascade,
          id text not null,
          actuator_id text not null references device on delete cascade,
          gateway_id text not null,
          seq bigint not null,
          intent jsonb not null,
          target jsonb not null,
          risk text not null,
          is_essential boolean not null,
          link_class text not null,
          uplink_every_sec int not null,
          angles jsonb,
          state text not null,
          stage text,
          issued_at timestamptz not null,
          expires_at timestamptz not null,
          deadline_at timestamptz,
          retry_at timestamptz,
          attempts int not null,
          first_sent_at timestamptz,
          sent_at timestamptz,
          published_at timestamptz,
          acked_at timestamptz,
          finished_at timestamptz,
          verified_at timestamptz,
          samples int not null,
          sample_at timestamptz,
          misses int not null,
          alarm int not null,
          result_code text not null default '',
          result_text text not null default '',
          issued_by text not null,
          issued_by_name text not null,
          confirmed_by text not null default '',
          confirmed_by_name text not null default '',
          reason text not null default '',
          overrides text[] not null default '{}',
          request_hash text not null,
          request_snapshot jsonb not null,
          dispatch_snapshot jsonb,
          run_id text references irrigation_run on delete set null,
          wake_at timestamptz,
          is_due boolean not null default false,
          leased_until timestamptz,
          owner text not null,
          primary key (project_id, id)
        ) with (fillfactor = 70)`.execute(db)
      // One command under way to an actuator, whatever the servers believe.
      await sql`create unique index command_in_flight on command (actuator_id) where ${IN_FLIGHT}`.execute(db)
      await sql`create index command_actuator on command (actuator_id, seq desc)`.execute(db)
      await sql`create index command_issued on command (project_id, issued_at desc)`.execute(db)
      await sql`create index command_wake on command (wake_at) where wake_at is not null`.execute(db)
      await sql`create index command_open on command (owner) where ${IN_FLIGHT} or state = 'AWAIT_CONFIRM'`.execute(
        db,
      )
      await sql`create index command_run on command (run_id) where run_id is not null`.execute(db)
      await sql`
        create table command_confirm (
          project_id text not null references project on delete cascade,
          command_id text not null,
          token_hash text not null,
          user_id text not null,
          request_hash text not null,
          snapshot_hash text not null,
          expires_at timestamptz not null,
          primary key (project_id, command_id)
        )`.execute(db)
      await sql`
        create table interlock_watch (
          project_id text primary key references project on delete cascade,
          state jsonb not null,
          raised text[] not null default '{}',
          looked_at timestamptz not null
        ) with (fillfactor = 50)`.execute(db)
    },
  },
  'field-121-schedule': {
    async up(db) {
      await sql`
        create table schedule (
          id text primary key,
          project_id text not null references project on delete cascade,
          name text not null,
          mode text not null,
          cron text not null,
          group_ids text[] not null,
          minutes int,
          target_m3 double precision,
          soil jsonb,
          et jsonb,
          time_window jsonb,
          enabled_mark int not null default 1,
          next_at timestamptz,
          created_at timestamptz not null default now(),
          updated_at timestamptz,
          creator_id text not null,
          deleted_at timestamptz,
          row_version int not null default 1
        )`.execute(db)
      await sql`create index schedule_project on schedule (project_id)`.execute(db)
      await sql`
        create index schedule_next on schedule (next_at)
          where next_at is not null and enabled_mark = 1 and deleted_at is null`.execute(db)
      await sql`
        create table schedule_run (
          id text primary key,
          schedule_id text not null references schedule on delete cascade,
          project_id text not null,
          planned_at timestamptz not null,
          state text not null,
          why text not null,
          why_params jsonb not null,
          run_id text,
          ended_at timestamptz,
          unique (schedule_id, planned_at)
        )`.execute(db)
      await sql`create index schedule_run_project on schedule_run (project_id, planned_at desc)`.execute(db)
      await sql`create index schedule_run_open on schedule_run (state) where state = 'RUNNING'`.execute(db)
    },
  },
  'field-122-low-pipes': {
    async up(db) {
      await sql`alter table interlock_watch add column low_pipes jsonb not null default '{}'`.execute(db)
    },
  },
  'field-126-heir': {
    async up(db) {
      await sql`alter table command add column is_heir boolean not null default false`.execute(db)
    },
  },
  'field-127-lease': {
    async up(db) {
      await sql`
        alter table actuator
          add column ends_at timestamptz,
          add column lease_command text,
          add column lease_asked_at timestamptz`.execute(db)
      // What was opened before closes by itself when it was told to; pumps had no end.
      await sql`
        update actuator set ends_at = command.sent_at + (command.target ->> 'maxRunSec')::int * interval '1 second'
        from command
        where command.actuator_id = actuator.device_id and command.state in ('VERIFIED', 'LATE_VERIFIED')
          and command.target ->> 'maxRunSec' is not null and command.seq = (
            select max(seq) from command newest where newest.actuator_id = actuator.device_id
              and newest.state in ('VERIFIED', 'LATE_VERIFIED'))`.execute(db)
    },
  },
  'field-128-run-shown': {
    async up(db) {
      await sql`alter table irrigation_run add column shown jsonb`.execute(db)
    },
  },
  'field-129-rain-hold': {
    async up(db) {
      await sql`
        create table rain_hold (
          id text primary key,
          project_id text not null references project on delete cascade,
          from_at timestamptz not null,
          to_at timestamptz not null,
          reason text not null default '',
          creator_id text,
          creator_name text not null default '',
          station text,
          rain_mm double precision,
          created_at timestamptz not null,
          ended_at timestamptz,
          ended_by_name text not null default ''
        )`.execute(db)
      await sql`create index rain_hold_project on rain_hold (project_id, to_at desc)`.execute(db)
    },
  },
  'field-124-recipe': {
    async up(db) {
      await sql`
        create table fert_recipe (
          id text primary key,
          project_id text not null references project on delete cascade,
          name text not null,
          device_id text not null references device on delete cascade,
          rate1 double precision not null default 0,
          rate2 double precision not null default 0,
          rate3 double precision not null default 0,
          minutes int not null,
          created_at timestamptz not null default now(),
          updated_at timestamptz,
          creator_id text not null default '',
          deleted_at timestamptz,
          row_version int not null default 1
        )`.execute(db)
      await sql`create index fert_recipe_project on fert_recipe (project_id)`.execute(db)
      await sql`alter table schedule add column fert_recipe_id text references fert_recipe`.execute(db)
    },
  },
}
