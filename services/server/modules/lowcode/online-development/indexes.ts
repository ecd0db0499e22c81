import { createHash } from 'node:crypto'
import type { FieldPlan } from '@runtime/form/plan'
import { isNumeric } from '@runtime/list'
import { sql } from 'kysely'
import type { Log } from '../../../log'
import type { Db } from '../../../module'
import type { ReleasedModel } from '../visual-development/released'
import { indexedSql, isSingle, valueSql } from './field-sql'
import { indexedFields } from './indexed-fields'
import { indexOf } from './keys/build'
import { keyTableOf } from './keys/plan'
import { partitionOf, whileAlone } from './partition'
import { keyPath } from './stored'

/** Those that the records themselves are asked by: where a key table is kept beside them, what that has not. */
function ownFields(model: ReleasedModel, tested: readonly FieldPlan[]): readonly FieldPlan[] {
  const fields = [...new Set([...indexedFields(model), ...tested])]
  const kept = keyTableOf(model)?.columns
  return kept ? fields.filter((field) => !isSingle(field) || !kept.has(field.path)) : fields
}

/**
 * Builds, without stopping writers, the indexes that a model's list needs, and drops those that its earlier versions
 * needed. Several server processes may try at once: one works, the others leave it to that one.
 * @param tested the fields by which data schemes say who reaches a record
 */
export async function prepareIndexes(
  db: Db,
  model: ReleasedModel,
  tested: readonly FieldPlan[],
  log: Log,
): Promise<void> {
  const partition = await partitionOf(db, model.id)
  await whileAlone(db, `record-index ${model.id}`, async (connection) => {
    try {
      await build(connection, ownFields(model, tested), model.id, partition)
    } catch (error) {
      log.warn(`indexes of model ${model.id} could not be built: ${String(error)}`)
    }
  })
}

/** Those of fields that schemes test which have no index that is whole yet. */
export async function unindexed(
  db: Db,
  model: ReleasedModel,
  fields: readonly FieldPlan[],
): Promise<readonly FieldPlan[]> {
  const table = keyTableOf(model)
  const names = fields.map((field) => {
    const column = isSingle(field) ? table?.columns.get(field.path) : undefined
    return table && column ? indexOf(table.name, column)[0] : nameOf(model.id, field)
  })
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where relname = any(${names}::text[]) and indisvalid`.execute(db)
  const there = new Set(rows.map(({ name }) => name))
  return fields.filter((_, at) => !there.has(names[at] ?? ''))
}

async function build(
  connection: Db,
  fields: readonly FieldPlan[],
  modelId: string,
  partition: string,
): Promise<void> {
  const wanted = new Map(fields.map((field) => [nameOf(modelId, field), field]))
  for (const { name, valid } of await existing(connection, modelId)) {
    // One that was being built when a server died is there but not valid.
    if (wanted.has(name) && valid) wanted.delete(name)
    else {
      await sql`drop index concurrently if exists ${sql.id(name)}`.execute(connection)
      await sql`drop statistics if exists ${sql.id(statisticsOf(name))}`.execute(connection)
    }
  }
  for (const [name, field] of wanted) {
    if (!isSingle(field)) {
      // Lists are asked for what they hold.
      await sql`
        create index concurrently if not exists ${sql.id(name)}
        on ${sql.table(partition)} using gin ((${valueSql(field)}) jsonb_path_ops)
        where model_id = ${sql.lit(modelId)} and deleted_at is null`.execute(connection)
      continue
    }
    // The planner takes no statistics from a partial index: what values there are, it is told apart from it.
    await sql`
      create statistics if not exists ${sql.id(statisticsOf(name))}
      on (${indexedSql(field)}) from ${sql.table(partition)}`.execute(connection)
    await sql`
      create index concurrently if not exists ${sql.id(name)}
      on ${sql.table(partition)} ((${indexedSql(field)}), created_at, id)
      where model_id = ${sql.lit(modelId)} and deleted_at is null`.execute(connection)
  }
  if (wanted.size > 0) await sql`analyze ${sql.table(partition)}`.execute(connection)
}

/** Records' indexes are `ri-…`; the statistics on the same expression `rs-…`. */
async function existing(db: Db, modelId: string) {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
    where relname like ${`${prefix(modelId)}%`}`.execute(db)
  return rows
}

const hash = (text: string, length: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, length)
const prefix = (modelId: string) => `ri-${hash(modelId, 12)}-`
const statisticsOf = (index: string) => index.replace(/^ri-/, 'rs-')

/** Another kind of value, or another order of texts, is another index. */
function nameOf(modelId: string, field: FieldPlan): string {
  const kind = !isSingle(field) ? 'list' : isNumeric(field) ? 'number' : 'reading'
  return `${prefix(modelId)}${hash(`${keyPath(field)} ${kind}`, 16)}`
}
