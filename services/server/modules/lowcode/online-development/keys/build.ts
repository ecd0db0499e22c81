import type { FieldPlan } from '@runtime/form/plan'
import { type RawBuilder, sql } from 'kysely'
import { READING } from '../../../../database/reading'
import type { Log } from '../../../../log'
import type { Db } from '../../../../module'
import type { ReleasedModel } from '../../visual-development/released'
import { decimalSql, numberSql, prefixSql, textSql } from '../field-sql'
import { partitionOf, whileAlone } from '../partition'
import type { TestedFields } from '../tested-fields'
import { type KeyColumn, type KeyTable, keyTableOf, prefixOf, SCHEMA } from './plan'
import { isReady, READY } from './ready'

/** Records that are read at once into a new table. */
const BATCH = 5000
/** Milliseconds that a lock is waited for, less than after which the database looks for deadlocks: it is no writer that gives way. */
const PATIENCE = 500
const TRIES = 100

/**
 * Makes the key table of a model, without stopping writers, and drops those of its earlier versions. From its first moment a
 * trigger keeps it in the transaction of every save; then what was there before is read into it, and when it is whole, lists
 * use it. Whatever ended half-way is gone on with. Several server processes may try at once: one works.
 * @param tested the fields by which data schemes say who reaches a record
 */
export async function prepareKeys(
  db: Db,
  model: ReleasedModel,
  tested: TestedFields,
  log: Log,
): Promise<void> {
  const table = keyTableOf(model)
  const partition = await partitionOf(db, model.id)
  await whileAlone(db, `record-key ${model.id}`, async (connection) => {
    try {
      if (table) await build(connection, table, partition)
      if (table) await indexTested(connection, table, tested)
      for (const name of await existing(connection, model.id))
        if (name !== table?.name) await drop(connection, name, partition)
    } catch (error) {
      log.warn(`the key table of model ${model.id} could not be made: ${String(error)}`)
    }
  })
}

async function build(db: Db, table: KeyTable, partition: string): Promise<void> {
  const name = sql.id(SCHEMA, table.name)
  if (await isReady(db, table)) return
  await patiently(db, (tx) => create(tx, table, partition))
  await fill(db, table)
  for (const index of indexesOf(table)) await makeIndex(db, table, index)
  // Pages are chosen and counted by what indexes hold alone where the table has been vacuumed.
  await sql`vacuum (analyze) ${name}`.execute(db)
  await sql`comment on table ${name} is ${sql.lit(READY)}`.execute(db)
}

/**
 * What the list itself does not ask by: made when a scheme first tests it, and gone with the table. What a scheme tests together
 * is counted by an index of it all, which goes with the scheme.
 */
async function indexTested(
  db: Db,
  { columns, ...table }: KeyTable,
  { each, together }: TestedFields,
): Promise<void> {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = to_regclass(${`${SCHEMA}.${table.name}`})`.execute(db)
  const there = new Set(rows.filter(({ valid }) => valid).map(({ name }) => name))
  const columnsOf = (fields: readonly FieldPlan[]) => fields.flatMap(({ path }) => columns.get(path) ?? [])
  const ofSchemes = together
    .map((fields) => columnsOf(fields).slice(0, MOST_TOGETHER))
    .filter(({ length }) => length > 1)
    .map((some) => indexOf(table.name, ...some))
  const wanted = new Map([...columnsOf(each).map((column) => indexOf(table.name, column)), ...ofSchemes])
  for (const { name } of rows)
    if (name.startsWith(`${table.name}${TOGETHER}`) && !wanted.has(name))
      await sql`drop index concurrently if exists ${sql.id(SCHEMA, name)}`.execute(db)
  const missing = [...wanted].filter(([name]) => !there.has(name))
  for (const index of missing) await makeIndex(db, table, index)
  if (missing.length > 0) await sql`analyze ${sql.id(SCHEMA, table.name)}`.execute(db)
}

async function makeIndex(
  db: Db,
  { name }: Pick<KeyTable, 'name'>,
  [index, definition]: Index,
): Promise<void> {
  // One that was being built when a server died is there but not valid.
  await sql`drop index concurrently if exists ${sql.id(SCHEMA, index)}`.execute(db)
  await sql`create index concurrently ${sql.id(index)} on ${sql.id(SCHEMA, name)} ${definition}`.execute(db)
}

/** The table, and the trigger that keeps it; writers that had begun before are waited for. */
async function create(tx: Db, table: KeyTable, partition: string): Promise<void> {
  const columns = [...table.columns.values()]
  const [id, name] = [sql.id(table.name), sql.id(SCHEMA, table.name)]
  await sql`create table if not exists ${name} (
    id text primary key, owner_id text not null, organize_id text not null, project_id text not null, created_at timestamptz not null,
    ${sql.join([...columns.map(definitionOf), ...columns.flatMap(decimalOf), sql`words text[] not null`])}) with (autovacuum_vacuum_insert_scale_factor = 0.02)`.execute(
    tx,
  )
  const names = namesOf(table).map((column) => sql.id(column))
  await sql`create or replace function ${name}() returns trigger language plpgsql as ${sql.raw(`$${table.name}$`)}
    begin
      if tg_op = 'DELETE' or new.deleted_at is not null then
        delete from ${name} where id = old.id;
      else
        insert into ${name} (${sql.join(names)}) values (${sql.join(valuesOf(table, 'new'))})
        on conflict (id) do update set ${sql.join(names.slice(1).map((column) => sql`${column} = excluded.${column}`))};
      end if;
      return null;
    end ${sql.raw(`$${table.name}$`)}`.execute(tx)
  const on = sql`on ${sql.table(partition)} for each row`
  const execute = sql`execute function ${name}()`
  await sql`create or replace trigger ${id} after insert or update ${on} when (new.model_id = ${sql.lit(table.modelId)}) ${execute}`.execute(
    tx,
  )
  await sql`create or replace trigger ${sql.id(`${table.name}_d`)} after delete ${on} when (old.model_id = ${sql.lit(table.modelId)}) ${execute}`.execute(
    tx,
  )
}

/** Reads the records of before, batch by batch. What is saved meanwhile has been kept by the trigger; what is deleted meanwhile goes at the end. */
async function fill(db: Db, table: KeyTable): Promise<void> {
  const name = sql.id(SCHEMA, table.name)
  const names = namesOf(table).map((column) => sql.id(column))
  for (let last: string | undefined = ''; last !== undefined; ) {
    const after: string = last
    last = await patiently(db, async (tx) => {
      const { rows } = await sql<{ last: string | null }>`
        with batch as materialized (
          select * from record where model_id = ${table.modelId} and id > ${after} order by id limit ${BATCH}
        ), kept as (
          insert into ${name} (${sql.join(names)})
          select ${sql.join(valuesOf(table, 'batch'))} from batch where deleted_at is null
          on conflict (id) do nothing
        ) select max(id) as last from batch`.execute(tx)
      return rows[0]?.last ?? undefined
    })
  }
  const { rows } = await sql<{ now: string }>`select pg_current_xact_id()::text as now`.execute(db)
  await settled(db, rows[0]?.now ?? '0')
  await sql`delete from ${name} as key where not exists (
    select from record where model_id = ${table.modelId} and record.id = key.id and deleted_at is null)`.execute(
    db,
  )
}

/** Waits until every transaction that had begun to write before another one has ended. */
async function settled(db: Db, transaction: string): Promise<void> {
  const isOpen = async () => {
    const { rows } = await sql<{ open: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) <= ${transaction}::xid8 as open`.execute(db)
    return rows[0]?.open === true
  }
  while (await isOpen()) await new Promise((resolve) => setTimeout(resolve, 20))
}

async function drop(db: Db, table: string, partition: string): Promise<void> {
  await patiently(db, async (tx) => {
    for (const trigger of [table, `${table}_d`])
      await sql`drop trigger if exists ${sql.id(trigger)} on ${sql.table(partition)}`.execute(tx)
    await sql`drop function if exists ${sql.id(SCHEMA, table)}()`.execute(tx)
    await sql`drop table ${sql.id(SCHEMA, table)}`.execute(tx)
  })
}

/** A transaction that waits for a lock for a short time only, since whoever comes after it waits behind it; then it tries again. */
async function patiently<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = ${sql.lit(PATIENCE)}`.execute(tx)
        return work(tx)
      })
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE || attempt === TRIES) throw error
    }
}

const LOCK_NOT_AVAILABLE = '55P03'

async function existing(db: Db, modelId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = ${SCHEMA}::regnamespace and relkind = 'r'
      and starts_with(relname, ${prefixOf(modelId)})`.execute(db)
  return rows.map(({ name }) => name)
}

function definitionOf({ name, isNumeric }: KeyColumn): RawBuilder<unknown> {
  return isNumeric
    ? sql`${sql.id(name)} double precision not null`
    : sql`${sql.id(name)} text collate ${READING} not null`
}

function decimalOf({ decimal }: KeyColumn): readonly RawBuilder<unknown>[] {
  return decimal === null ? [] : [sql`${sql.id(decimal)} numeric`]
}

function namesOf({ columns }: KeyTable): readonly string[] {
  const own = ['id', 'owner_id', 'organize_id', 'project_id', 'created_at']
  const all = [...columns.values()]
  return [...own, ...all.map(({ name }) => name), ...all.flatMap(({ decimal }) => decimal ?? []), 'words']
}

/** What the table keeps of a record, in the order of `namesOf`. */
function valuesOf({ columns }: KeyTable, row: 'new' | 'batch'): readonly RawBuilder<unknown>[] {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  const value = ({ field }: KeyColumn) => sql`${of('data')} -> ${sql.lit(field.key)}`
  const texts = [...columns.values()]
    .filter(({ hasWords }) => hasWords)
    .map((column) => textSql(value(column)))
  return [
    ...['id', 'owner_id', 'organize_id', 'project_id', 'created_at'].map(of),
    ...[...columns.values()].map((column) =>
      column.isNumeric ? numberSql(value(column)) : prefixSql(value(column)),
    ),
    ...[...columns.values()]
      .filter(({ decimal }) => decimal !== null)
      .map((column) => decimalSql(value(column))),
    texts.length > 0 ? sql`${sql.id(SCHEMA, 'parts')}(array[${sql.join(texts)}])` : sql`'{}'::text[]`,
  ]
}

function indexesOf({ name, columns, isScoped }: KeyTable): readonly Index[] {
  const all = [...columns.values()]
  return [
    [`${name}_new`, sql`(created_at, id)`],
    ...(isScoped
      ? [
          [`${name}_owner`, sql`(owner_id, created_at, id)`] as const,
          [`${name}_unit`, sql`(organize_id, created_at, id)`] as const,
        ]
      : []),
    ...all.filter(({ isIndexed }) => isIndexed).map((column) => indexOf(name, column)),
    ...(all.some(({ hasWords }) => hasWords) ? [[`${name}_words`, sql`using gin (words)`] as const] : []),
  ]
}

/** Its name, and what follows the table's. */
type Index = readonly [string, RawBuilder<unknown>]

/** Begins, after the table's name, the names of indexes on several columns. */
const TOGETHER = '_of_'
/** Most columns of such an index: three of the longest beginnings of texts fit into an entry, which a fourth would not. */
const MOST_TOGETHER = 3

export const indexOf = (table: string, ...columns: readonly KeyColumn[]): Index => {
  const names = columns.map(({ name }) => name)
  return [
    `${table}${names.length > 1 ? TOGETHER : '_'}${names.join('_')}`,
    sql`(${sql.join(names.map((name) => sql.id(name)))}, created_at, id)`,
  ]
}
