import type { VolumeNote, VolumeQuality } from '@runtime/field/meter'
import { type ColumnType, type Generated, type Migration, sql } from 'kysely'

/** A time that a pump or a spreader ran, by its own word. */
export interface EquipmentRunTable {
  id: string
  project_id: string
  device_id: string
  kind: 'PUMP' | 'FERT'
  started_at: Date
  /** Null while it runs. */
  ended_at: Date | null
  /** What it moved has been worked out and written down. */
  is_recorded: Generated<boolean>
}

/** Water that a pump gave to a rotation group, or by hand (`design/field.md §3.2`). */
export interface WaterUseRecordTable {
  id: string
  project_id: string
  /** Null: the pump ran by hand. */
  group_id: string | null
  /** The group's turn that it belongs to, whichever pump served it: its run and place in it. Null: by hand. */
  turn_id: string | null
  pump_id: string
  meter_id: string | null
  start_at: Date
  end_at: Date
  /** Null: unknown. */
  volume_m3: number | null
  volume_quality: Generated<VolumeQuality>
  volume_notes: ColumnType<readonly VolumeNote[], string | undefined, string>
  /** Of the pump's water, 0 to 1, where several turns had it at once. */
  turn_part: Generated<number>
  start_total: number | null
  end_total: number | null
  energy_kwh: number | null
  /** How sure the energy is; null: it was written down before this was. */
  energy_quality: VolumeQuality | null
  /** What the whole turn watered, whatever this pump's part of it. */
  area_mu: number | null
  operator: string
}

/** What a channel of a spreader injected (`design/field.md §3.2`). */
export interface FertilizerRecordTable {
  id: string
  project_id: string
  device_id: string
  group_id: string | null
  /** The recipe that the group's turn was fed by, as it was called then; empty: by hand. */
  recipe: Generated<string>
  channel: number
  volume_l: number
  ec: number | null
  ph: number | null
  start_at: Date
  end_at: Date
}

declare module '../../../database/schema' {
  interface Database {
    equipment_run: EquipmentRunTable
    water_use_record: WaterUseRecordTable
    fertilizer_record: FertilizerRecordTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  'field-150-history': {
    async up(db) {
      await sql`
        create table equipment_run (
          id text primary key,
          project_id text not null,
          device_id text not null references device on delete cascade,
          kind text not null,
          started_at timestamptz not null,
          ended_at timestamptz,
          is_recorded boolean not null default false
        )`.execute(db)
      // A device runs once at a time, however often it says so.
      await sql`create unique index equipment_run_open on equipment_run (device_id) where ended_at is null`.execute(
        db,
      )
      await sql`create index equipment_run_due on equipment_run (ended_at) where not is_recorded`.execute(db)
      await sql`
        create table water_use_record (
          id text primary key,
          project_id text not null,
          group_id text,
          pump_id text not null,
          meter_id text,
          start_at timestamptz not null,
          end_at timestamptz not null,
          volume_m3 double precision not null,
          start_total double precision,
          end_total double precision,
          energy_kwh double precision,
          area_mu double precision,
          operator text not null default ''
        )`.execute(db)
      await sql`create index water_use_record_time on water_use_record (project_id, start_at desc)`.execute(
        db,
      )
      await sql`create index water_use_record_pump on water_use_record (pump_id, start_at desc)`.execute(db)
      await sql`
        create table fertilizer_record (
          id text primary key,
          project_id text not null,
          device_id text not null,
          group_id text,
          channel int not null,
          volume_l double precision not null,
          ec double precision,
          ph double precision,
          start_at timestamptz not null,
          end_at timestamptz not null
        )`.execute(db)
      await sql`create index fertilizer_record_time on fertilizer_record (project_id, start_at desc)`.execute(
        db,
      )
    },
  },
  'field-151-turns': {
    async up(db) {
      await sql`alter table water_use_record add column turn_id text`.execute(db)
      await sql`
        update water_use_record as record set turn_id = step.run_id || ':' || step.turn
        from run_step as step
        where step.project_id = record.project_id and step.group_id = record.group_id
          and step.started_at < record.end_at and coalesce(step.ended_at, now()) > record.start_at`.execute(
        db,
      )
      // Older ones: what a group had from pumps that began together was one turn.
      await sql`
        update water_use_record set turn_id = group_id || '@' || extract(epoch from start_at)
        where group_id is not null and turn_id is null`.execute(db)
      await sql`create index water_use_record_turn on water_use_record (turn_id)`.execute(db)
    },
  },
  'field-152-recipe': {
    async up(db) {
      await sql`alter table fertilizer_record add column recipe text not null default ''`.execute(db)
      await sql`
        update fertilizer_record as record
        set recipe = run.plan #>> array['turns', step.turn::text, 'fertigation', 'recipe']
        from run_step as step join irrigation_run as run on run.id = step.run_id
        where step.project_id = record.project_id and step.group_id = record.group_id
          and step.started_at <= record.start_at and coalesce(step.ended_at, now()) > record.start_at
          and run.plan #>> array['turns', step.turn::text, 'fertigation', 'deviceId'] = record.device_id
          and run.plan #>> array['turns', step.turn::text, 'fertigation', 'recipe'] is not null`.execute(db)
    },
  },
  'field-153-volumes': {
    async up(db) {
      await sql`alter table water_use_record
        alter column volume_m3 drop not null,
        add column volume_quality text not null default 'measured',
        add column volume_notes jsonb not null default '[]',
        add column turn_part double precision not null default 1`.execute(db)
      // Without a meter or a flow of the pump nothing was known, and 0 was written.
      await sql`update water_use_record
        set volume_m3 = null, volume_quality = 'unknown', volume_notes = '[{"code":"silent"}]'
        where volume_m3 = 0 and meter_id is null`.execute(db)
      await sql`create index water_use_record_awaited on water_use_record (end_at)
        where volume_quality = 'provisional'`.execute(db)
    },
  },
  'field-154-energy': {
    async up(db) {
      await sql`alter table water_use_record add column energy_quality text`.execute(db)
      await sql`create index water_use_record_energy_awaited on water_use_record (end_at)
        where energy_quality = 'provisional'`.execute(db)
    },
  },
}
