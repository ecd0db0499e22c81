import type { FieldPlan } from '@runtime/form/plan'
import { isRecord } from '@runtime/json'
import { type Generated, type JSONColumnType, type Migration, type RawBuilder, sql } from 'kysely'
import { createReading } from '../../../database/reading'

/** Values of a record: `{ total: 12, items: [{ amount: 3 }] }`. */
export type RecordData = Record<string, unknown>

/** A record as it comes out of the database. */
export interface ListedRecord {
  readonly id: string
  readonly data: RecordData
}

/** The rows of a sub-table's value. */
export function rowsOf(value: unknown): readonly RecordData[] {
  return Array.isArray(value) ? (value as RecordData[]) : []
}

/** A record whose values, and those of its rows, may be replaced; 10,000 rows are copied so in a fraction of a whole copy's time. */
export function ownCopy(record: RecordData): RecordData {
  const copy: RecordData = {}
  for (const [name, value] of Object.entries(record))
    copy[name] = Array.isArray(value) ? value.map((item) => (isRecord(item) ? { ...item } : item)) : value
  return copy
}

/** Records of all models: JSON documents, partitioned by a hash of the model. */
export interface RecordTable {
  model_id: string
  id: string
  /** The model's version that wrote it last. */
  version: number
  /** The record's own values; of one that was saved before `sub_tables` was, its sub-tables too. */
  data: JSONColumnType<RecordData>
  /** The rows of its sub-tables, by their names: apart, since lists and conditions seldom need what may be a thousand times as much. */
  sub_tables: JSONColumnType<RecordData> | null
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

/** What saves with a name of their sender's have come to. */
export interface RecordSaveTable {
  owner_id: string
  save_id: string
  /** Of what was sent. */
  digest: string
  record_id: string
  row_version: number
  saved_at: Generated<Date>
}

declare module '../../../database/schema' {
  interface Database {
    record: RecordTable
    record_save: RecordSaveTable
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
  // What was saved before is read as it is, and split when it is next saved.
  'record-002-sub-tables': {
    async up(db) {
      await sql`alter table record add column sub_tables jsonb`.execute(db)
    },
  },
  'record-003-keys': {
    async up(db) {
      await sql`create schema record_key`.execute(db)
      await createWords(db, sql`lower(text collate "C")`)
    },
  },
  'record-004-saves': {
    async up(db) {
      await sql`
        create table record_save (
          owner_id text not null,
          save_id text not null,
          digest text not null,
          record_id text not null,
          row_version int not null,
          saved_at timestamptz not null default now(),
          primary key (owner_id, save_id)
        )`.execute(db)
      await sql`create index record_save_age on record_save (saved_at)`.execute(db)
    },
  },
  // Indexes and key tables that were made in another order are other ones by their names, and are made anew.
  'record-005-reading': {
    async up(db) {
      await createReading(db)
      await createWords(db, sql`folded_text(text)`)
    },
  },
  // Servers of before go on with the pairs of their tables for as long as there are such servers.
  'record-006-triples': {
    async up(db) {
      await createParts(db)
    },
  },
}

/** A whole record as it is kept, the rows of its sub-tables among its values (`stored.ts` calls them by their names). */
export const wholeSql: RawBuilder<RecordData> = sql`case when record.sub_tables is null then record.data
  else record.data || record.sub_tables end`

/** Of a record what these fields need. */
export function recordSql(fields: readonly FieldPlan[]): RawBuilder<RecordData> {
  const needsRows = fields.some(({ table, columns }) => table !== undefined || columns !== undefined)
  return needsRows ? wholeSql : sql<RecordData>`record.data`
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

/** Texts longer than this are searched in the records themselves. */
const LONGEST_WORDS = 10_000

/**
 * The pairs of neighbouring letters in some texts, as `folded` has them: what holds a word holds its pairs. An empty pair
 * stands for a text that is too long. Immutable, so that a search can be planned with it.
 */
async function createWords(db: Parameters<Migration['up']>[0], folded: RawBuilder<unknown>): Promise<void> {
  await sql`
    create or replace function record_key.words(texts text[]) returns text[] language sql immutable parallel safe
    return (
      select coalesce(array_agg(distinct word), '{}') from unnest(texts) as one(text), lateral (
        select first || second as word
        from (select string_to_array(${folded}, null) as letters) as split,
          unnest(letters, letters[2:]) as pair(first, second)
        where second is not null and char_length(text) <= ${sql.lit(LONGEST_WORDS)}
        union all select '' where char_length(text) > ${sql.lit(LONGEST_WORDS)}
      ) as pairs
    )`.execute(db)
}

/**
 * The pairs and triples of neighbouring letters in some texts, as `words` has the pairs. Of two letters, as most Chinese words
 * are, an index on three has nothing to say; of longer words the triples are by far rarer. `sought` is what of it has to
 * be there for a word: the longest there are.
 */
async function createParts(db: Parameters<Migration['up']>[0]): Promise<void> {
  await sql`
    create function record_key.parts(texts text[]) returns text[] language sql immutable parallel safe
    return (
      select coalesce(array_agg(distinct word), '{}') from unnest(texts) as one(text), lateral (
        select unnest(array[first || second, first || second || third]) as word
        from (select string_to_array(folded_text(text), null) as letters) as split,
          unnest(letters, letters[2:], letters[3:]) as part(first, second, third)
        where char_length(text) <= ${sql.lit(LONGEST_WORDS)}
        union all select '' where char_length(text) > ${sql.lit(LONGEST_WORDS)}
      ) as whole where word is not null
    )`.execute(db)
  await sql`
    create function record_key.sought(text text) returns text[] language sql immutable parallel safe
    return case when char_length(text) > ${sql.lit(LONGEST_WORDS)} then array[''] else (
      select coalesce(array_agg(distinct word) filter (where word is not null), '{}')
      from (select string_to_array(folded_text(text), null) as letters) as split,
        unnest(letters, letters[2:], letters[3:]) as part(first, second, third), lateral (
          select case when cardinality(letters) > 2 then first || second || third else first || second end as word
        ) as longest
    ) end`.execute(db)
}
