import { createHash } from 'node:crypto'
import { isSecret } from '@runtime/form'
import type { FieldPlan } from '@runtime/form/plan'
import { isMultiple, isNumeric } from '@runtime/list'
import { type RawBuilder, sql } from 'kysely'
import type { Log } from '../../../log'
import type { Db } from '../../../module'
import type { ReleasedModel } from '../visual-development/released'
import { isTableName, MODEL_VIEW } from '../visual-development/report-name'
import { textSql } from './field-sql'

const SCHEMA = 'report'
/** Begins the comments of the views that are made here. */
const MARK = MODEL_VIEW
/** Bytes of a name in the database; a longer one would be cut and might be another's. */
const NAME_BYTES = 63

interface View {
  readonly name: string
  readonly source: RawBuilder<unknown>
}

/**
 * Gives reports a typed view of a model's records, `report.<code>`, and one of each sub-table's rows,
 * `report.<code>.<table>`: numbers are numbers, dates are times, what may hold several values is JSON, secrets are left
 * out. Views of an earlier version, of an earlier code and of models that have been deleted go. A code that is a table's
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
      for (const { name } of standing) await sql`drop view ${sql.id(SCHEMA, name)}`.execute(tx)
      for (const { name, source } of views) {
        await sql`create view ${sql.id(SCHEMA, name)} with (security_barrier) as ${source}`.execute(tx)
        await sql`comment on view ${sql.id(SCHEMA, name)} is ${sql.lit(mark)}`.execute(tx)
      }
    })
  } catch (error) {
    log.warn(`the report views of model ${model.id} could not be made: ${String(error)}`)
  }
}

function viewsOf(model: ReleasedModel): readonly View[] {
  const fields = [...model.form.fields.values()].filter(isShown)
  const ofModel = sql`from record where ${visibleSql(model)}`
  const top = fields.filter((field) => field.table === undefined && !field.columns)
  const tables = fields.filter((field) => field.columns)
  const views = [
    {
      name: model.enCode,
      source: sql`select ${sql.join([
        ...own('record_id', sql`record.id`),
        ...own('created_at', sql`record.created_at`),
        ...own('updated_at', sql`record.updated_at`),
        ...own('owner_id', sql`record.owner_id`),
        ...own('project_id', sql`record.project_id`),
        ...top.map((field) => columnSql(model, field, sql`record.data -> ${sql.lit(field.name)}`)),
      ])} ${ofModel}`,
    },
    ...tables.map((table) => ({
      name: `${model.enCode}.${table.name}`,
      source: sql`select ${sql.join([
        ...own('record_id', sql`row.record_id`),
        ...own('row_number', sql`row.number`),
        ...fields
          .filter((field) => field.table === table.path)
          .map((field) => columnSql(model, field, sql`row.data -> ${sql.lit(field.name)}`)),
      ])} from (
        select record.id as record_id, item.number, item.data from record,
          lateral (select coalesce(record.sub_tables -> ${sql.lit(table.name)}, record.data -> ${sql.lit(table.name)}) as value) as rows,
          jsonb_array_elements(case jsonb_typeof(rows.value) when 'array' then rows.value else '[]' end)
            with ordinality as item(data, number)
        where ${visibleSql(model)}
      ) as row`,
    })),
  ]
  return views.filter(({ name }) => fits(name))

  /** Columns of ours step aside for a field of the same name. */
  function own(name: string, value: RawBuilder<unknown>): RawBuilder<unknown>[] {
    return model.form.fields.has(name) ? [] : [sql`${value} as ${sql.id(name)}`]
  }
}

/** What is typed by hand to stay unread, and what stores nothing, has no column. */
function isShown(field: FieldPlan): boolean {
  return (field.stored || Boolean(field.columns)) && !isSecret(field) && fits(field.name)
}

const fits = (name: string) => Buffer.byteLength(name) <= NAME_BYTES

/** What the asking person may see of a model, worked out once a statement (`data-interface/requester.ts`). */
const right = (model: ReleasedModel, member: 'all' | 'owners' | 'units' | 'hidden') =>
  sql`(select asker_right(${sql.lit(model.id)}) -> ${sql.lit(member)})`

/** The records that the asking person may see: everybody's, or those in scope; without a right over the model none. */
function visibleSql(model: ReleasedModel): RawBuilder<boolean> {
  return sql<boolean>`record.model_id = ${sql.lit(model.id)} and record.deleted_at is null and (
    coalesce(${right(model, 'all')}::boolean, false)
    or record.owner_id = any(array(${listed(right(model, 'owners'))}))
    or record.organize_id = any(array(${listed(right(model, 'units'))})))`
}

const listed = (texts: RawBuilder<unknown>) =>
  sql`select jsonb_array_elements_text(case jsonb_typeof(${texts}) when 'array' then ${texts} else '[]' end)`

/** A column of a field; null where it, or the sub-table around it, is closed to the asking person. */
function columnSql(model: ReleasedModel, field: FieldPlan, value: RawBuilder<unknown>): RawBuilder<unknown> {
  const paths = [field.path, ...(field.table === undefined ? [] : [field.table])]
  const closed = sql`jsonb_exists_any(${right(model, 'hidden')}, ${sql.lit(`{${paths.map((path) => JSON.stringify(path)).join(',')}}`)}::text[])`
  return sql`case when ${closed} then null else ${typedSql(field, value)} end as ${sql.id(field.name)}`
}

function typedSql(field: FieldPlan, value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (isMultiple(field) || field.columns) return value
  if (field.widget === 'date-picker') return sql`to_timestamp(safe_num(${value}) / 1000)`
  return isNumeric(field) ? sql`safe_num(${value})` : textSql(value)
}

/** Says whose a view is and what it was made from. */
function markOf(modelId: string, views: readonly View[] = [], db?: Db): string {
  const whose = `${MARK}${modelId}:`
  if (!db) return whose
  const hash = createHash('sha256')
  for (const { name, source } of views) hash.update(name).update(source.compile(db).sql)
  return whose + hash.digest('hex')
}

/** A deleted model's views would stand in the way of another model of its code. */
async function dropStrays(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from (${markedViews()}) as view where not exists (
      select from model where released_version > 0 and starts_with(view.mark, ${MARK} || model.id || ':'))`.execute(
    db,
  )
  for (const { name } of rows) await sql`drop view ${sql.id(SCHEMA, name)}`.execute(db)
}

async function viewsOfModel(db: Db, modelId: string) {
  const { rows } = await sql<{ name: string; mark: string }>`
    select * from (${markedViews()}) as view where starts_with(mark, ${markOf(modelId)})`.execute(db)
  return rows
}

/** Views that were made here, each with its comment. */
function markedViews() {
  return sql`
    select relname as name, obj_description(pg_class.oid, 'pg_class') as mark
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = ${SCHEMA} and relkind = 'v' and starts_with(obj_description(pg_class.oid, 'pg_class'), ${MARK})`
}
