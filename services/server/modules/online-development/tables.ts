import { type Generated, type JSONColumnType, type Migration, sql } from 'kysely'

/** Values of a record: `{ total: 12, items: [{ amount: 3 }] }`. */
export type RecordData = Record<string, unknown>

/** The rows of a sub-table's value. */
export function rowsOf(value: unknown): readonly RecordData[] {
  return Array.isArray(value) ? (value as RecordData[]) : []
}

/** Records of all models: JSON documents, partitioned by a hash of the model. */
export interface RecordTable {
  model_id: string
  id: string
  /** The model's version that wrote it last. */
  version: number
  data: JSONColumnType<RecordData>
  /** Raised by every save; a save that names an older one is refused. */
  row_version: Generated<number>
  owner_id: string
  organize_id: string
  project_id: string
  created_at: Generated<Date>
  updated_at: Date | null
  updated_by: string
  deleted_at: Date | null
}

/** Values that no second record of the model may have; the key itself refuses it. */
export interface RecordUniqueTable {
  model_id: string
  field: string
  /** The value's text, or a hash of a long one. */
  value: string
  record_id: string
}

declare module '../../database/schema' {
  interface Database {
    record: RecordTable
    record_unique: RecordUniqueTable
  }
}

/** Partitions of `record`; a model's records are all in one of them. */
export const PARTITIONS = 16

export const migrations: Readonly<Record<string, Migration>> = {
  'record-001-create': {
    async up(db) {
      await sql`
        create table record (
          model_id text not null,
          id text not null,
          version int not null,
          data jsonb not null,
          row_version int not null default 1,
          owner_id text not null default '',
          organize_id text not null default '',
          project_id text not null default '',
          created_at timestamptz not null default now(),
          updated_at timestamptz,
          updated_by text not null default '',
          deleted_at timestamptz,
          primary key (model_id, id)
        ) partition by hash (model_id)`.execute(db)
      for (let remainder = 0; remainder < PARTITIONS; remainder++) {
        await sql`
          create table ${sql.table(partitionName(remainder))} partition of record
          for values with (modulus ${sql.lit(PARTITIONS)}, remainder ${sql.lit(remainder)})`.execute(db)
      }
      await sql`create index record_newest on record (model_id, created_at desc, id desc) where deleted_at is null`.execute(
        db,
      )
      await sql`
        create table record_unique (
          model_id text not null,
          field text not null,
          value text not null,
          record_id text not null,
          constraint record_unique_value primary key (model_id, field, value)
        )`.execute(db)
      await sql`create index record_unique_record on record_unique (model_id, record_id)`.execute(db)
      await createValueFunctions(db)
    },
  },
}

export function partitionName(remainder: number): string {
  return `record_p${String(remainder).padStart(2, '0')}`
}

/**
 * The single value in a JSON value, as text or as a number; null for anything else, where a plain cast would fail on any
 * foreign value. Immutable, so that indexes can be built on them. `runtime/list/values.ts` says the same in memory.
 */
async function createValueFunctions(db: Parameters<Migration['up']>[0]): Promise<void> {
  await sql`
    create function safe_text(value jsonb) returns text language sql immutable parallel safe
    return case when jsonb_typeof(value) in ('string', 'number', 'boolean') then nullif(value #>> '{}', '') end`.execute(
    db,
  )
  await sql`
    create function safe_num(value jsonb) returns double precision language sql immutable parallel safe
    return case jsonb_typeof(value)
      when 'number' then value::double precision
      when 'string' then case when value #>> '{}' ~ '^-?[0-9]{1,200}(\\.[0-9]{1,200})?$' then (value #>> '{}')::double precision end
    end`.execute(db)
}
