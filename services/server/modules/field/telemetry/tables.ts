import { type Generated, type Migration, sql } from 'kysely'
import { addVectors, placeHours } from './earlier-sums'

/** Names that devices use beyond those of the product (`METRICS` of `runtime/field/kinds`): codes 1000 and up. */
export interface MetricNameTable {
  code: Generated<number>
  name: string
}

/** A reading, in a partition by day. */
export interface TelemetryTable {
  device_no: number
  metric: number
  /** The device's own time. */
  ts: Date
  value: number
  /** `QUALITY` */
  quality: number
}

/** The newest reading of each series. */
export interface TelemetryLastTable extends TelemetryTable {
  /** The newest GOOD reading where the newest is not; null where it is, or where there is none (`./good`). */
  good_ts: Date | null
  good_value: number | null
  received_at: Date
  boot_id: string
  seq: number
  /** Whether it repeats itself as only a sensor that hangs does (`runtime/field/frozen.ts`). */
  is_frozen: Generated<boolean>
}

/** A minute, an hour or a day of a series; days are those of the project's time zone. */
export interface RollupTable {
  device_no: number
  metric: number
  bucket: Date
  n: number
  min: number
  max: number
  sum: number
  first: number
  last: number
  /** Of a direction: the sums of its sines and cosines. Null: it is none, or was summed up before these were. */
  east: number | null
  north: number | null
  /** Of rain that is told as a day's total: what has risen within this time, and when its first reading was (`./day-totals`). */
  rise: number | null
  first_at: Date | null
}

/** How far readings are summed up: one row. What comes for a time before `fixed_to` is late. */
export interface TelemetryMarkTable {
  id: Generated<boolean>
  /** Readings before this go into `telemetry_late` as well. */
  fixed_to: Date
  /** The roll-ups hold everything before this but what `telemetry_late` names. */
  rolled_to: Date
}

/** Minutes that must be summed up again. */
export interface TelemetryLateTable {
  device_no: number
  metric: number
  minute: Date
}

/** What devices sent that could not be kept, and why. */
export interface DeviceAsideTable {
  id: Generated<number>
  /** Empty where nobody can say. */
  project_id: string
  gateway_id: string
  /** As the sender names it. */
  device_id: string
  topic: string
  payload: Uint8Array
  reason: string
  /** How often the same topic was refused for the same reason; the newest payload is kept. */
  occurrences: Generated<number>
  first_at: Generated<Date>
  last_at: Generated<Date>
}

declare module '../../../database/schema' {
  interface Database {
    metric_name: MetricNameTable
    telemetry: TelemetryTable
    telemetry_last: TelemetryLastTable
    telemetry_1m: RollupTable
    telemetry_1h: RollupTable
    telemetry_1d: RollupTable
    telemetry_mark: TelemetryMarkTable
    telemetry_late: TelemetryLateTable
    device_aside: DeviceAsideTable
  }
}

/** First code of the names that the product does not know. */
const OWN_CODES = 1000

const SERIES = sql`
  device_no int not null,
  metric smallint not null`

const SUMMED = ['telemetry_1m', 'telemetry_1h', 'telemetry_1d'] as const

export const migrations: Readonly<Record<string, Migration>> = {
  'field-110-telemetry': {
    async up(db) {
      await sql`
        create table metric_name (
          code int generated always as identity (start with ${sql.raw(String(OWN_CODES))}) primary key,
          name text not null unique
        )`.execute(db)
      // A reading that comes twice is the same row: QoS 1 may repeat it.
      await sql`
        create table telemetry (
          ${SERIES},
          ts timestamptz not null,
          value double precision not null,
          quality smallint not null default 0,
          primary key (device_no, metric, ts)
        ) partition by range (ts)`.execute(db)
      await sql`
        create table telemetry_last (
          ${SERIES},
          ts timestamptz not null,
          value double precision not null,
          quality smallint not null default 0,
          received_at timestamptz not null,
          boot_id text not null default '',
          seq bigint not null default 0,
          primary key (device_no, metric)
        ) with (fillfactor = 50)`.execute(db)
      for (const name of SUMMED)
        await sql`
          create table ${sql.table(name)} (
            ${SERIES},
            bucket timestamptz not null,
            n int not null,
            min double precision not null,
            max double precision not null,
            sum double precision not null,
            first double precision not null,
            last double precision not null,
            primary key (device_no, metric, bucket)
          )`.execute(db)
      await sql`create index telemetry_1m_bucket on telemetry_1m using brin (bucket)`.execute(db)
      await sql`
        create table telemetry_mark (
          id boolean primary key default true check (id),
          fixed_to timestamptz not null,
          rolled_to timestamptz not null
        )`.execute(db)
      // Everything is late before the first summing up, so that a history that was there first is summed up too.
      await sql`
        insert into telemetry_mark (fixed_to, rolled_to)
        values (date_trunc('minute', now()), date_trunc('minute', now()))`.execute(db)
      await sql`
        create table telemetry_late (
          ${SERIES},
          minute timestamptz not null,
          primary key (device_no, metric, minute)
        )`.execute(db)
      await sql`
        create table device_aside (
          id bigint generated always as identity primary key,
          topic text not null,
          payload bytea not null,
          reason text not null,
          occurrences int not null default 1,
          first_at timestamptz not null default now(),
          last_at timestamptz not null default now(),
          unique (topic, reason)
        )`.execute(db)
    },
  },
  'field-111-aside-sender': {
    async up(db) {
      await sql`
        alter table device_aside
          add column project_id text not null default '', add column gateway_id text not null default '',
          add column device_id text not null default '',
          drop constraint device_aside_topic_reason_key,
          add unique (gateway_id, device_id, topic, reason)`.execute(db)
      await sql`create index device_aside_project on device_aside (project_id, last_at desc)`.execute(db)
    },
  },
  'field-112-report-quality': {
    async up(db) {
      await sql`alter table device_live add column report_quality smallint not null default 0`.execute(db)
    },
  },
  'field-113-last-good': {
    async up(db) {
      await sql`
        alter table telemetry_last add column good_ts timestamptz, add column good_value double precision`.execute(
        db,
      )
    },
  },
  'field-114-frozen': {
    async up(db) {
      await sql`alter table telemetry_last add column is_frozen boolean not null default false`.execute(db)
    },
  },
  'field-114-directions-and-rises': {
    async up(db) {
      for (const name of SUMMED)
        await sql`
          alter table ${sql.table(name)} add column east double precision, add column north double precision,
            add column rise double precision, add column first_at timestamptz`.execute(db)
      await addVectors(db)
    },
  },
  'field-115-hours-of-the-farm': {
    async up(db) {
      await placeHours(db)
    },
  },
}
