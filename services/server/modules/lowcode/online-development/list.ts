import type { FormPlan } from '@runtime/form/plan'
import { asRecord, parseJson } from '@runtime/json'
import { type Condition, ListError, type ListPlan, toldAs } from '@runtime/list'
import { scopeConditions } from '@runtime/permission/scope'
import { CODE } from '@services/contract/envelope'
import { PAGE_LIMIT, WHOLE_LIST_LIMIT } from '@services/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import type { ReleasedModel } from '../visual-development/released'
import { conditionSql } from './condition-sql'
import { type Display, prepareDisplay } from './display'
import { reachedBy } from './gate/records-of'
import { demandRecords, type InterfaceRows, rowsOfView } from './interface-rows'
import type { KeyTable } from './keys/plan'
import { withKeys } from './keys/ready'
import { type RecordSource, sourceOf } from './keys/source'
import { type ListInput, requestedCondition } from './list-condition'
import { groupFieldOf, openTreeOf, shownFields } from './list-fields'
import { type Order, orderOf, orderSqlOf } from './list-order'
import { groupedRows, headingOf, inlineRows, nestedRows, plainRows, type WireRow } from './list-rows'
import { COUNTED, count, page } from './page'
import { demandFitting } from './page-size'
import { childrenSql, keysWithChildren, recordKeyOf, type TreeFields, topSql } from './parents'
import { demandedModel, type RecordRights, rightsOf } from './rights'
import type { ListedRecord } from './tables'
import { totalsOf } from './totals'

/** Rows of a list without pages (`reference/columndata-format.md §1`, `hasPage`). */
const UNPAGED = 10_000

/** What one request for rows comes to. */
export interface ListRequest {
  readonly form: FormPlan
  readonly list: ListPlan
  readonly rights: RecordRights
  readonly source: RecordSource
  /** Whose records, and which the model's own filter lets through. */
  readonly visible: RawBuilder<boolean>
  /** What the caller asks for; null for everything. */
  readonly requested: RawBuilder<boolean> | null
  readonly order: RawBuilder<unknown>
  readonly ordered: Order
  /** Rows of a data view beyond those that an interface answers are not among them. */
  readonly isCut: boolean
}

/** A page of a model's records as the wire has it (`reference/columndata-format.md §3`). */
export async function listRecords(context: CallContext, services: Services, input: ListInput) {
  const model = await demandedModel(context, services, input.modelId)
  return withKeys(context.db, model, async (table) =>
    pageOf(context, services, input, await requestOf(context, services, input, model, table)),
  )
}

async function pageOf(context: CallContext, services: Services, input: ListInput, request: ListRequest) {
  const { list, visible, requested, source } = request
  const { currentPage = 1, pageSize = list.paging?.pageSize ?? UNPAGED } = input
  const tree = openTreeOf(request)
  // What is searched for may stand anywhere in a tree: then all of it that matches comes at once.
  const byLevel = tree !== null && list.parents?.lazy === true && requested === null
  const where = both(visible, byLevel ? topSql(tree, visible) : requested)
  const shown = shownFields(list, request.rights)
  const span = { limit: pageSize, offset: (currentPage - 1) * pageSize }
  const found = page(context.db, source, where, request.order, span, shown, request.form)
  const counted = count(context.db, source, where)
  // Of rows that are all there a client makes the sums; of more than are counted nobody waits for them.
  const isPart = (total: number) => total > (span.offset > 0 ? 0 : span.limit) && total <= COUNTED
  const summed =
    list.summary.length > 0 &&
    counted.then((total) =>
      isPart(total) ? totalsOf(context.db, source, where, list, request.rights) : undefined,
    )
  const [records, total, totals, display] = await Promise.all([
    found,
    counted,
    summed,
    displayOf(context, services, request, found),
  ])
  const rows = byLevel
    ? await levelOf(context, request, tree, records, display)
    : rowsOf(request, tree, records, display)
  demandFitting(rows, records.length, list.paging || input.pageSize ? PAGE_LIMIT : WHOLE_LIST_LIMIT)
  return {
    list: rows,
    ...(totals && { totals }),
    pagination: {
      currentPage,
      pageSize,
      total: Math.min(total, COUNTED),
      ...((total > COUNTED || request.isCut) && { capped: true }),
    },
  }
}

/**
 * How many records a model's list has for the caller, whatever its searches would leave of them.
 * @throws ApiError 403, or 400 for a model that has no list
 */
export async function countListed(context: CallContext, services: Services, modelId: string) {
  const model = await demandedModel(context, services, modelId)
  return withKeys(context.db, model, async (table) => {
    const { visible, source, isCut } = await requestOf(context, services, { modelId }, model, table)
    const total = await count(context.db, source, visible)
    return { total: Math.min(total, COUNTED), capped: total > COUNTED || isCut }
  })
}

/** The children of a record in a tree table that is fetched level by level. */
export async function listChildren(
  context: CallContext,
  services: Services,
  { id, ...input }: ListInput & { readonly id: string },
) {
  const model = await demandedModel(context, services, input.modelId)
  demandRecords(model)
  const request = await requestOf(context, services, input, model, null)
  const { list, visible, source } = request
  const tree = openTreeOf(request)
  if (!tree) throw new ApiError(CODE.badRequest, '@record.noTree')
  const [parent] = await page(
    context.db,
    source,
    sql`${visible} and record.id = ${id}`,
    request.order,
    { limit: 1, offset: 0 },
    [],
    request.form,
  )
  if (!parent) throw notFound()
  const key = recordKeyOf(parent, tree)
  const where = both(visible, key === null ? sql<boolean>`false` : childrenSql(tree, key, id))
  const shown = shownFields(list, request.rights)
  const found = page(
    context.db,
    source,
    where,
    request.order,
    { limit: UNPAGED, offset: 0 },
    shown,
    request.form,
  )
  const [records, display] = await Promise.all([found, displayOf(context, services, request, found)])
  const rows = await levelOf(context, request, tree, records, display)
  demandFitting(rows, records.length, WHOLE_LIST_LIMIT)
  return { list: rows, pagination: { currentPage: 1, pageSize: UNPAGED, total: records.length } }
}

/**
 * @param own what is asked for beside what the caller asks for, by what the model itself says
 * @param known the caller's rights over the model, where they have been found out already
 */
export async function requestOf(
  context: CallContext,
  services: Services,
  input: ListInput,
  model: ReleasedModel,
  table: KeyTable | null,
  own: Condition | null = null,
  known?: RecordRights,
): Promise<ListRequest> {
  const rights = known ?? (await rightsOf(context, services, model))
  const { list, form } = model
  if (!list) throw new ApiError(CODE.badRequest, '@record.formOnly')
  const { interfaceId } = list
  const rows = interfaceId === undefined ? null : await rowsOfView(context, services, model, interfaceId)
  return withQueryErrors(context, () => {
    const requested = allOf(requestedCondition(model.form, list, input, rights), own)
    const order = orderOf(list, input, rights)
    const source =
      rows?.source ??
      sourceOf(model.id, table, {
        conditions: [list.filter, requested, ...scopeConditions(rights.scope)],
        fields: order.fields.map(({ field }) => field),
      })
    return {
      form,
      list,
      rights,
      source,
      isCut: rows?.isCut ?? false,
      visible: visibleSql(source, model, list, input, rights, rows),
      requested: requested && conditionSql(requested, form, source.places),
      order: orderSqlOf(source, order),
      ordered: order,
    }
  })
}

/** Begins at once with what does not depend on the records. */
function displayOf(
  context: CallContext,
  services: Services,
  { form, list, rights }: ListRequest,
  found: Promise<readonly ListedRecord[]>,
): Promise<Display> {
  const records = found.then((all) => all.map(({ data }) => data))
  return prepareDisplay(form, shownFields(list, rights), context, services, records)
}

/** The rows in the shape of their kind of list. */
function rowsOf(
  { list, rights }: ListRequest,
  tree: TreeFields | null,
  records: readonly ListedRecord[],
  display: Display,
): WireRow[] {
  if (tree) return nestedRows(records, display, tree)
  const group = groupFieldOf(list, rights)
  if (group) return groupedRows(records, display, group, headingOf(list, rights))
  return list.kind === 'inline' ? inlineRows(records, display) : plainRows(records, display)
}

/** One level of a tree: its rows say whether there are rows below them. */
async function levelOf(
  context: CallContext,
  { visible }: ListRequest,
  tree: TreeFields,
  records: readonly ListedRecord[],
  display: Display,
): Promise<WireRow[]> {
  const keys = records.flatMap((record) => recordKeyOf(record, tree) ?? [])
  const parents = await keysWithChildren(context.db, tree, visible, keys)
  return plainRows(records, display).map((row, index) => {
    const record = records[index]
    return { ...row, hasChildren: record !== undefined && parents.has(recordKeyOf(record, tree) ?? '') }
  })
}

function allOf(one: Condition | null, other: Condition | null): Condition | null {
  return one && other ? { kind: 'all', of: [one, other] } : (one ?? other)
}

export function both(one: RawBuilder<boolean>, other: RawBuilder<boolean> | null): RawBuilder<boolean> {
  return other ? sql<boolean>`${one} and ${other}` : one
}

function visibleSql(
  source: RecordSource,
  model: ReleasedModel,
  list: ListPlan,
  input: ListInput,
  rights: RecordRights,
  rows: InterfaceRows | null,
): RawBuilder<boolean> {
  // Rows of an interface that does not tell projects are of none.
  const isOfProjects = rows === null || model.form.fields.has('project_id')
  const project = isOfProjects ? projectOf(input.queryJson) : null
  return sql<boolean>`${sql.join(
    [
      rows ? source.all : reachedBy(model, rights).reached(source),
      ...(project === null ? [] : [sql`${source.own('project_id')} = ${project}`]),
      ...(list.filter ? [conditionSql(list.filter, model.form, source.places)] : []),
    ],
    sql` and `,
  )}`
}

function projectOf(queryJson: ListInput['queryJson']): string | null {
  const { project_id: project } = asRecord(parseJson(queryJson))
  return typeof project === 'string' && project !== '' ? project : null
}

/** A query that the plan does not allow is a bad request in the caller's language. */
export function withQueryErrors<T>(context: CallContext, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ListError)) throw error
    const { field, path = field ?? error.pointer } = error.params
    const message = toldAs(error, context.text)
    throw new ApiError(CODE.badRequest, message, { errors: [{ path: String(path), message }] })
  }
}
