import { type Migration, sql } from 'kysely'

/** Columns that every row of the field has besides its own (`Kept` of the tables). */
const KEPT = sql`
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  creator_id text not null default '',
  deleted_at timestamptz,
  row_version int not null default 1`

export const migrations: Readonly<Record<string, Migration>> = {
  'field-001-create': {
    async up(db) {
      await sql`
        create table project (
          id text primary key,
          name text not null,
          name_en text not null default '',
          longitude double precision,
          latitude double precision,
          default_zoom int,
          boundary jsonb,
          area_m2 double precision,
          time_zone text not null default 'Asia/Shanghai',
          tile_source text not null default '',
          zg_level int not null default 3 check (zg_level between 1 and 3),
          limits jsonb not null default '{}',
          is_hidden boolean not null default false,
          sort_code int not null default 0,
          enabled_mark int not null default 1,
          ${KEPT}
        )`.execute(db)
      await sql`
        create table project_member (
          project_id text not null references project on delete cascade,
          subject_kind text not null check (subject_kind in ('user', 'role', 'organize')),
          subject_id text not null,
          level text not null check (level in ('view', 'operate', 'manage')),
          primary key (project_id, subject_kind, subject_id)
        )`.execute(db)
      await sql`create index project_member_subject on project_member (subject_kind, subject_id)`.execute(db)
      await sql`
        create table gateway (
          id text primary key,
          project_id text not null references project,
          name text not null,
          model text not null default '',
          serial text not null default '',
          longitude double precision,
          latitude double precision,
          link text not null default '4G',
          protocol text not null default 'loam',
          token_hash text not null default '',
          keepalive_sec int not null default 60,
          is_online boolean not null default false,
          battery double precision,
          rssi_dbm double precision,
          firmware text not null default '',
          boot_id text not null default '',
          bd_seq bigint not null default 0,
          last_seen_at timestamptz,
          died_at timestamptz,
          ${KEPT}
        )`.execute(db)
      await sql`create index gateway_project on gateway (project_id)`.execute(db)
      await sql`
        create table device (
          id text primary key,
          no int generated always as identity unique,
          project_id text not null references project,
          gateway_id text not null references gateway,
          kind text not null,
          name text not null,
          longitude double precision,
          latitude double precision,
          elevation_m double precision,
          node_id text,
          link_class text not null default 'IP',
          uplink_every_sec int not null default 300,
          maintenance jsonb,
          settings jsonb not null default '{}',
          enabled_mark int not null default 1,
          ${KEPT}
        )`.execute(db)
      await sql`create index device_project on device (project_id, kind)`.execute(db)
      await sql`create index device_gateway on device (gateway_id)`.execute(db)
      // Written by every report: room on the page keeps those writes off the indexes.
      await sql`
        create table device_live (
          device_id text primary key references device on delete cascade,
          project_id text not null,
          state int not null default 1,
          is_alert boolean not null default false,
          reported jsonb not null default '{}',
          reported_at timestamptz,
          desired jsonb not null default '{}',
          last_seen_at timestamptz,
          boot_id text not null default '',
          seq bigint not null default 0
        ) with (fillfactor = 70)`.execute(db)
      await sql`create index device_live_project on device_live (project_id)`.execute(db)
      await sql`
        create table pipe (
          id text primary key,
          project_id text not null references project,
          level int not null check (level between 1 and 3),
          name text not null,
          parent_id text references pipe,
          start_longitude double precision not null,
          start_latitude double precision not null,
          end_longitude double precision not null,
          end_latitude double precision not null,
          path jsonb,
          length_m double precision,
          outer_d_mm double precision,
          inner_d_mm double precision,
          material text not null default '',
          rated_mpa double precision,
          design_flow double precision,
          sort_code int not null default 0,
          ${KEPT}
        )`.execute(db)
      await sql`create index pipe_project on pipe (project_id, level)`.execute(db)
      await sql`
        create table block (
          id text primary key,
          project_id text not null references project,
          name text not null,
          geometry jsonb,
          area_m2 double precision not null,
          crop text not null default '',
          soil text not null default '',
          emitter_lph double precision,
          emitter_spacing_m double precision,
          tape_spacing_m double precision,
          app_rate_mmh double precision,
          design_flow double precision not null,
          ${KEPT}
        )`.execute(db)
      await sql`create index block_project on block (project_id)`.execute(db)
      await sql`
        create table pipe_node (
          id text primary key,
          project_id text not null references project,
          pipe_id text not null references pipe,
          name text not null,
          longitude double precision not null,
          latitude double precision not null,
          chainage_m double precision not null default 0,
          valve_id text,
          side_a_block_id text,
          side_b_block_id text,
          sort_code int not null default 0,
          ${KEPT}
        )`.execute(db)
      await sql`create index pipe_node_pipe on pipe_node (pipe_id, sort_code)`.execute(db)
      await sql`create index pipe_node_project on pipe_node (project_id)`.execute(db)
      await sql`
        create table irrigation_group (
          id text primary key,
          project_id text not null references project,
          name text not null,
          order_no int not null,
          state int not null default 0,
          planned_minutes int not null default 480,
          target_m3 double precision,
          design_flow double precision not null default 0,
          hydraulic_check jsonb,
          started_at timestamptz,
          ended_at timestamptz,
          ${KEPT}
        )`.execute(db)
      await sql`create index irrigation_group_project on irrigation_group (project_id, order_no)`.execute(db)
      await sql`
        create table irrigation_group_member (
          group_id text not null references irrigation_group on delete cascade,
          node_id text not null references pipe_node,
          valve_id text not null references device,
          open_direction int not null check (open_direction between 1 and 3),
          gatage int not null default 100 check (gatage between 1 and 100),
          primary key (group_id, node_id)
        )`.execute(db)
      await sql`create index irrigation_group_member_valve on irrigation_group_member (valve_id)`.execute(db)
    },
  },
  'field-002-live': {
    async up(db) {
      await sql`
        create table field_live (
          project_id text primary key,
          seq bigint not null
        ) with (fillfactor = 50)`.execute(db)
    },
  },
  'field-003-works': {
    async up(db) {
      await sql`alter table gateway add column battery_unit text not null default 'V'`.execute(db)
      await sql`alter table device add column commissioned_at timestamptz`.execute(db)
      await sql`alter table pipe add column code text not null default ''`.execute(db)
    },
  },
  'field-004-sessions': {
    async up(db) {
      await sql`alter table gateway add column ended_bd_seqs jsonb not null default '[]'`.execute(db)
    },
  },
  // Named so that it runs after people, roles and organisations are there.
  'users-101-project-right': {
    async up(db) {
      await sql`
        create view project_right as
        select project_id, subject_id as user_id, level from project_member where subject_kind = 'user'
        union all
        select project_id, user_role.user_id, level from project_member
        join role on role.id = subject_id and role.enabled_mark = 1
        join user_role on user_role.role_id = role.id
        where subject_kind = 'role'
        union all
        select project_id, user_organize.user_id, level from project_member
        join organize on organize.path @> array[subject_id]
        join user_organize on user_organize.organize_id = organize.id
        where subject_kind = 'organize'`.execute(db)
      // What a SQL interface may ask for: the projects of whoever asks (`data-interface/sql-run.ts` says who that is).
      await sql`
        create view report.visible_project as
        select project.id as f_id, project.name, project.name_en, project.longitude, project.latitude,
          project.area_m2, project.sort_code
        from project
        where project.deleted_at is null and not project.is_hidden and project.enabled_mark = 1 and (
          exists (
            select from user_account where id = current_setting('loam.user', true) and is_administrator)
          or exists (
            select from project_right
            where project_id = project.id and user_id = current_setting('loam.user', true)))`.execute(db)
    },
  },
  // Running groups and their plans have entries of their own in the menu: whoever has the map's has had these pages with it.
  'users-105-irrigation-entries': {
    async up(db) {
      await sql`
        insert into permission_grant (set_id, kind, menu_id)
        select set_id, 'menu', entry from permission_grant, (values ('field.rotation'), ('field.plan')) as new (entry)
        where kind = 'menu' and menu_id = 'field.map'
        on conflict do nothing`.execute(db)
      await sql`update authority_epoch set epoch = epoch + 1`.execute(db)
    },
  },
  // Positions and groups take people in too, as the mixed picker offers them.
  'users-102-project-members': {
    async up(db) {
      await sql`
        alter table project_member drop constraint project_member_subject_kind_check,
          add constraint project_member_subject_kind_check
          check (subject_kind in ('user', 'role', 'organize', 'position', 'group'))`.execute(db)
      await sql`
        create or replace view project_right as
        select project_id, subject_id as user_id, level from project_member where subject_kind = 'user'
        union all
        select project_id, user_role.user_id, level from project_member
        join role on role.id = subject_id and role.enabled_mark = 1
        join user_role on user_role.role_id = role.id
        where subject_kind = 'role'
        union all
        select project_id, user_organize.user_id, level from project_member
        join organize on organize.path @> array[subject_id]
        join user_organize on user_organize.organize_id = organize.id
        where subject_kind = 'organize'
        union all
        select project_id, user_position.user_id, level from project_member
        join position on position.id = subject_id and position.enabled_mark = 1
        join user_position on user_position.position_id = position.id
        where subject_kind = 'position'
        union all
        select project_id, user_group_member.user_id, level from project_member
        join user_group on user_group.id = subject_id and user_group.enabled_mark = 1
        join user_group_member on user_group_member.group_id = user_group.id
        where subject_kind = 'group'`.execute(db)
    },
  },
  // What people may do in projects is part of what they may do: whoever is told something by it is asked about again.
  'users-104-project-epoch': {
    async up(db) {
      const raise = sql`deferrable initially deferred for each row`
      const run = sql`execute function raise_authority_epoch()`
      await sql`
        create constraint trigger authority_rows after insert or delete on project_member ${raise} ${run}`.execute(
        db,
      )
      await sql`
        create constraint trigger authority_values after update on project_member ${raise}
        when (old.* is distinct from new.*) ${run}`.execute(db)
      await sql`
        create constraint trigger authority_values after update on project ${raise}
        when (old.deleted_at is distinct from new.deleted_at) ${run}`.execute(db)
    },
  },
}
