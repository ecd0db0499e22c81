import type { FieldPlan } from '@runtime/form/plan'
import {
  type Condition,
  decodeQuery,
  decodeSuperQuery,
  fieldOfProp,
  ListError,
  type ListPlan,
  propOfPath,
  QueryError,
} from '@runtime/list'
import type { onlineDevelopmentCalls } from '@services/contract/areas/online-development'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../http/errors'
import type { CallContext, Db, Services } from '../../module'
import type { ReleasedModel } from '../visual-development/released'
import { conditionSql } from './condition-sql'
import { prepareDisplay } from './display'
import { orderSql } from './field-sql'
import { hostOf } from './host'
import { type RecordRights, rightsOf } from './rights'
import type { RecordData } from './tables'

type ListInput = InputOf<(typeof onlineDevelopmentCalls)['onlineDevelopment.list']>

/** Rows are counted up to here; beyond it a list says that there are more. */
export const COUNTED = 10_000

/** A page of a model's records as the wire has it (`reference/columndata-format.md §3`). */
export async function listRecords(context: CallContext, services: Services, input: ListInput) {
  const model = await services.models.current(input.modelId)
  const rights = await rightsOf(context, services, model)
  const { list } = model
  if (!list) throw new ApiError(CODE.badRequest, '@record.formOnly')
  const where = sayingQueryErrors(context, () => whereSql(model, list, input, context, rights))
  const { currentPage = 1, pageSize = list.paging?.pageSize ?? 10_000 } = input
  const order = sayingQueryErrors(context, () => orderOf(list, input, rights))
  const [rows, total] = await Promise.all([
    page(context.db, where, order, pageSize, (currentPage - 1) * pageSize),
    count(context.db, where),
  ])
  const display = await prepareDisplay(model.form, shownFields(list, rights), hostOf(context), services)
  return {
    list: rows.map(({ id, data }) => ({ ...display.row(data), id })),
    pagination: {
      currentPage,
      pageSize,
      total: Math.min(total, COUNTED),
      ...(total > COUNTED && { capped: true }),
    },
  }
}

function whereSql(
  model: ReleasedModel,
  list: ListPlan,
  input: ListInput,
  context: CallContext,
  rights: RecordRights,
): RawBuilder<boolean> {
  const asked = [decodeQuery(list, input.queryJson), decodeSuperQuery(list, input.superQueryJson)]
  for (const condition of asked) refuseHidden(condition, list, rights)
  const conditions = [...asked, list.filter, keywordCondition(list, input.keyword, rights)]
    .filter((condition) => condition !== null)
    .map((condition) => conditionSql(condition, model.form))
  const project = projectOf(input.queryJson)
  return sql<boolean>`${sql.join(
    [
      sql`record.model_id = ${model.id} and record.deleted_at is null`,
      ...(project === null ? [] : [sql`record.project_id = ${project}`]),
      ...(rights.everybodys ? [] : [sql`record.owner_id = ${context.user.userId}`]),
      ...conditions,
    ],
    sql` and `,
  )}`
}

/** Who may not see a column may not find out its values by asking either. */
function refuseHidden(condition: Condition | null, list: ListPlan, rights: RecordRights): void {
  if (!condition) return
  if (condition.kind !== 'test') {
    for (const part of condition.of) refuseHidden(part, list, rights)
    return
  }
  const isColumn = list.columns.some((column) => column.path === condition.path)
  const prop = propOfPath(condition.path)
  if ((isColumn && !rights.column(prop)) || !rights.form(prop))
    throw new QueryError('@list.unknownField', { field: prop })
}

/** A keyword is looked for in every text that the list shows and that is searched by its parts. */
function keywordCondition(
  list: ListPlan,
  keyword: string | undefined,
  rights: RecordRights,
): Condition | null {
  const word = keyword?.trim()
  if (!word) return null
  const of = shownFields(list, rights)
    .filter((field) => field.definition?.filter?.includes('contains'))
    .map((field): Condition => ({ kind: 'test', path: field.path, operator: 'contains', value: word }))
  return { kind: 'any', of }
}

function projectOf(queryJson: ListInput['queryJson']): string | null {
  const query: unknown = typeof queryJson === 'string' && queryJson !== '' ? JSON.parse(queryJson) : queryJson
  const project = (query as { project_id?: unknown } | undefined)?.project_id
  return typeof project === 'string' && project !== '' ? project : null
}

/** The asked order, else the model's, else the newest first. */
function orderOf(list: ListPlan, input: ListInput, rights: RecordRights): RawBuilder<unknown> {
  const newest = sql`record.created_at desc, record.id desc`
  if (input.sidx) {
    const field = list.form && fieldOfProp(list.form, input.sidx)
    const isColumn = list.columns.some((column) => column.path === field?.path)
    if (!field || field.table || field.columns || !isColumn || !rights.column(input.sidx))
      throw new QueryError('@record.notSortable', { field: input.sidx })
    return withTies(field, input.sort === 'asc' ? 'asc' : 'desc')
  }
  const field = list.sort && list.form?.fields.get(list.sort.field)
  return field && list.sort ? withTies(field, list.sort.order) : newest
}

/** Equal values stay in one order from page to page, in the direction in which the field's index is read. */
function withTies(field: FieldPlan, order: 'asc' | 'desc'): RawBuilder<unknown> {
  const direction = sql.raw(order)
  return sql`${orderSql(field, order)}, record.created_at ${direction}, record.id ${direction}`
}

async function page(
  db: Db,
  where: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
  limit: number,
  offset: number,
): Promise<readonly { readonly id: string; readonly data: RecordData }[]> {
  const { rows } = await sql<{ id: string; data: RecordData }>`
    select record.id, record.data from record where ${where}
    order by ${order} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

async function count(db: Db, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from record where ${where} limit ${COUNTED + 1}) as counted`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

function shownFields(list: ListPlan, rights: RecordRights): readonly FieldPlan[] {
  return list.columns
    .filter((column) => rights.column(propOfPath(column.path)))
    .flatMap((column) => column.field ?? [])
}

/** A query that the plan does not allow is a bad request in the caller's language. */
function sayingQueryErrors<T>(context: CallContext, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ListError)) throw error
    const message = context.text(error.text, error.params)
    const path = String(error.params['field'] ?? error.pointer)
    throw new ApiError(CODE.badRequest, message, { errors: [{ path, message }] })
  }
}
