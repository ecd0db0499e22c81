import { createHash } from 'node:crypto'
import { isSecret } from '@runtime/form'
import type { FieldPlan } from '@runtime/form/plan'
import { isMultiple, isNumeric } from '@runtime/list'
import { type RawBuilder, sql } from 'kysely'
import type { Log } from '../../../log'
import type { Db } from '../../../module'
import { type OwnView, VIEW_SCHEMAS, type ViewSchema } from '../data-interface/requester'
import type { ReleasedModel } from '../visual-development/released'
import { isTableName, MODEL_VIEW } from '../visual-development/report-name'
import { textSql } from './field-sql'

/** Begins the comments of the views that are made here. */
const MARK = MODEL_VIEW
/** Bytes of a name in the database; a longer one would be cut and might be another's. */
const NAME_BYTES = 63

interface View {
  readonly schema: ViewSchema
  readonly name: string
  readonly source: RawBuilder<unknown>
}

/**
 * Gives SQL interfaces typed views of a model's records, `<code>`, and of each sub-table's rows, `<code>.<table>`: numbers are
 * numbers, dates are times, what may hold several values is JSON, secrets are left out. Each stands twice: under `asker` with
 * what the asking person may see, under `report` with all there is, for interfaces that read all records. Views of an earlier version, of an earlier code and of models that have been deleted go. A code that is a table's
 * name has no view: it would stand in the table's place.
 */
export async function prepareReportViews(db: Db, model: ReleasedModel, log: Log): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('report views'))`.execute(tx)
      await dropStrays(tx)
      const isTable = await isTableName(tx, model.enCode, MARK)
      if (isTable) log.warn(`the model ${model.id} has no report view: ${model.enCode} is a table's name`)
      const views = viewsOf(model).filter(({ name }) => !isTable || name !== model.enCode)
      const mark = markOf(model.id, views, db)
      const standing = await viewsOfModel(tx, model.id)
      if (standing.length === views.length && standing.every((view) => view.mark === mark)) return
      for (const { schema, name } of standing) await sql`drop view ${sql.id(schema, name)}`.execute(tx)
      for (const { schema, name, source } of views) {
        await sql`create view ${sql.id(schema, name)} with (security_barrier) as ${source}`.execute(tx)
        await sql`comment on view ${sql.id(schema, name)} is ${sql.lit(mark)}`.execute(tx)
      }
    })
  } catch (error) {
    log.warn(`the report views of model ${model.id} could not be made: ${String(error)}`)
  }
}

/** None for a data view, which has no records. */
function viewsOf(model: ReleasedModel): readonly View[] {
  if (model.list?.interfaceId !== undefined) return []
  const fields = [...model.form.fields.values()].filter(isShown)
  const tables = fields.filter((field) => field.columns)
  const views = VIEW_SCHEMAS.flatMap((schema) => [
    { schema, name: model.enCode, source: ofRecords(schema) },
    ...tables.map((table) => ({
      schema,
      name: `${model.enCode}.${table.name}`,
      source: ofRows(schema, table),
    })),
  ])
  return views.filter(({ name }) => fits(name))

  function ofRecords(schema: ViewSchema) {
    const top = fields.filter((field) => field.table === undefined && !field.columns)
    return sql`select ${sql.join([
      ...own('record_id', sql`record.id`),
      ...own('created_at', sql`record.created_at`),
      ...own('updated_at', sql`record.updated_at`),
      ...own('owner_id', sql`record.owner_id`),
      ...own('project_id', sql`record.project_id`),
      ...top.map((field) => columnSql(schema, model, field, sql`record.data -> ${sql.lit(field.key)}`)),
    ])} from record where ${visibleSql(schema, model)}`
  }

  function ofRows(schema: ViewSchema, table: FieldPlan) {
    const columns = fields.filter((field) => field.table === table.path)
    // That there are rows is part of what a closed sub-table keeps.
    const isOpen =
      schema === 'asker' ? sql`not coalesce(${closedSql(model, [table.path])}, false)` : sql`true`
    return sql`select ${sql.join([
      ...own('record_id', sql`row.record_id`),
      ...own('row_number', sql`row.number`),
      ...columns.map((field) => columnSql(schema, model, field, sql`row.data -> ${sql.lit(field.key)}`)),
    ])} from (
        select record.id as record_id, item.number, item.data from record,
          lateral (select coalesce(record.sub_tables -> ${sql.lit(table.key)}, record.data -> ${sql.lit(table.key)}) as value) as rows,
          jsonb_array_elements(case jsonb_typeof(rows.value) when 'array' then rows.value else '[]' end)
            with ordinality as item(data, number)
        where ${visibleSql(schema, model)} and ${isOpen}
      ) as row`
  }

  /** Columns of ours step aside for a field of the same name. */
  function own(name: string, value: RawBuilder<unknown>): RawBuilder<unknown>[] {
    return model.form.fields.has(name) ? [] : [sql`${value} as ${sql.id(name)}`]
  }
}

/** Columns that are no fields; a field of the same name stands in their place. */
export const OWN_COLUMNS = ['record_id', 'row_number', 'created_at', 'updated_at', 'owner_id', 'project_id']

/** What is typed by hand to stay unread, and what stores nothing, has no column. */
function isShown(field: FieldPlan): boolean {
  return (field.stored || Boolean(field.columns)) && !isSecret(field) && fits(field.name)
}

const fits = (name: string) => Buffer.byteLength(name) <= NAME_BYTES

/** What the asking person may see of a model, worked out once a statement (`data-interface/requester.ts`). */
const right = (model: ReleasedModel, member: 'all' | 'owners' | 'units' | 'hidden') =>
  sql`(select asker_right(${sql.lit(model.id)}) -> ${sql.lit(member)})`

/**
 * Under `asker` the records that the asking person reaches: everybody's, those of owners and units, those that a custom scheme
 * finds; without a right over the model none. Under `report` all, or an error where the interface may not read all.
 */
function visibleSql(schema: ViewSchema, model: ReleasedModel): RawBuilder<boolean> {
  const there = sql<boolean>`record.model_id = ${sql.lit(model.id)} and record.deleted_at is null`
  if (schema === 'report') return sql<boolean>`${there} and (select asker_reads_all())`
  return sql<boolean>`${there} and (
    coalesce(${right(model, 'all')}::boolean, false)
    or record.owner_id = any(array(${listed(right(model, 'owners'))}))
    or record.organize_id = any(array(${listed(right(model, 'units'))}))
    or record.id = any(array(select asker_records(${sql.lit(model.id)}))))`
}

const listed = (texts: RawBuilder<unknown>) =>
  sql`select jsonb_array_elements_text(case jsonb_typeof(${texts}) when 'array' then ${texts} else '[]' end)`

/** Whether one of some fields is closed to the asking person; null without a right over the model. */
const closedSql = (model: ReleasedModel, paths: readonly string[]) =>
  sql<boolean>`jsonb_exists_any(${right(model, 'hidden')}, ${sql.lit(`{${paths.map((path) => JSON.stringify(path)).join(',')}}`)}::text[])`

/** A column of a field; null under `asker` where it, or the sub-table around it, is closed to the asking person. */
function columnSql(
  schema: ViewSchema,
  model: ReleasedModel,
  field: FieldPlan,
  value: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const typed = typedSql(field, value)
  if (schema === 'report') return sql`${typed} as ${sql.id(field.name)}`
  const closed = closedSql(model, [field.path, ...(field.table === undefined ? [] : [field.table])])
  return sql`case when ${closed} then null else ${typed} end as ${sql.id(field.name)}`
}

function typedSql(field: FieldPlan, value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (isMultiple(field) || field.columns) return value
  if (field.widget === 'date-picker') return sql`to_timestamp(safe_num(${value}) / 1000)`
  return isNumeric(field) ? sql`safe_num(${value})` : textSql(value)
}

type Standing = Pick<View, 'schema' | 'name'>

/** Says whose a view is and what it was made from. */
function markOf(modelId: string, views: readonly View[] = [], db?: Db): string {
  const whose = `${MARK}${modelId}:`
  if (!db) return whose
  const hash = createHash('sha256')
  for (const { schema, name, source } of views)
    hash.update(`${schema}.${name}`).update(source.compile(db).sql)
  return whose + hash.digest('hex')
}

/** A deleted model's views would stand in the way of another model of its code. */
async function dropStrays(db: Db): Promise<void> {
  const { rows } = await sql<Standing>`
    select * from (${markedViews()}) as view where not exists (
      select from model where released_version > 0 and starts_with(view.mark, ${MARK} || model.id || ':'))`.execute(
    db,
  )
  for (const { schema, name } of rows) await sql`drop view ${sql.id(schema, name)}`.execute(db)
}

/** The views of a model that show what the asking person may see, as they stand in the database. */
export async function modelViews(db: Db, modelId: string): Promise<readonly OwnView[]> {
  const { rows } = await sql<OwnView>`
    select name, array(
      select attname::text from pg_attribute where attrelid = view.oid and attnum > 0 and not attisdropped order by attnum
    ) as columns
    from (${markedViews()}) as view where schema = 'asker' and starts_with(mark, ${markOf(modelId)})`.execute(
    db,
  )
  return rows
}

async function viewsOfModel(db: Db, modelId: string) {
  const { rows } = await sql<Standing & { mark: string }>`
    select * from (${markedViews()}) as view where starts_with(mark, ${markOf(modelId)})`.execute(db)
  return rows
}

/** Views that were made here, each with its comment. */
function markedViews() {
  return sql`
    select pg_class.oid, nspname as schema, relname as name, obj_description(pg_class.oid, 'pg_class') as mark
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = any(${[...VIEW_SCHEMAS]}::text[]) and relkind = 'v' and starts_with(obj_description(pg_class.oid, 'pg_class'), ${MARK})`
}
