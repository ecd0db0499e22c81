import type { FieldPlan } from '@runtime/form/plan'
import type { Condition } from '@runtime/list'
import { nameColumn } from '@runtime/list/card-columns'
import { scopeConditions } from '@runtime/permission/scope'
import { RELATED_NAMED, type recordPageCalls } from '@services/contract/areas/lowcode/record-page'
import type { ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { mapAtOnce } from '../../../at-once'
import { ApiError } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import { conditionSql } from '../online-development/condition-sql'
import { prepareDisplay } from '../online-development/display'
import { reachedBy } from '../online-development/gate/records-of'
import { withKeys } from '../online-development/keys/ready'
import { sourceOf } from '../online-development/keys/source'
import { type MenuModel, modelsOfMenu } from '../online-development/own-models'
import { COUNTED, count, page } from '../online-development/page'
import { type RecordRights, rightsOf } from '../online-development/rights'
import type { ReleasedModel } from '../visual-development/released'
import type { ReadableRecord } from './record'

type Related = ResponseOf<(typeof recordPageCalls)['recordPage.related']>['list'][number]

/** Models asked at once: a record to which fifty refer does not hold fifty connections. */
const AT_ONCE = 4

/** What refers to a record, by model: through fields that the caller may read, counted as far as their lists let them. */
export async function relatedRecords(
  context: CallContext,
  services: Services,
  record: ReadableRecord,
): Promise<{ list: Related[] }> {
  const entries = await modelsOfMenu(context, services)
  const naming = await modelsNaming(context, record.model)
  const found = await mapAtOnce(
    entries.filter(({ modelId }) => naming.has(modelId)),
    AT_ONCE,
    (entry) => relatedOf(context, services, record, entry),
  )
  return { list: found.filter((related) => related !== null) }
}

/** Released models whose forms name this one somewhere; which of their fields do is for the compiled form to say. */
async function modelsNaming(
  { db }: CallContext,
  { id, enCode }: ReleasedModel,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('model')
    .innerJoin('model_version', (join) =>
      join
        .onRef('model_version.model_id', '=', 'model.id')
        .onRef('model_version.version', '=', 'model.released_version'),
    )
    .select('model.id')
    .where(
      sql<boolean>`(strpos(model_version.form_data, ${id}) > 0 or strpos(model_version.form_data, ${enCode}) > 0)`,
    )
    .execute()
  return new Set(rows.map((row) => row.id))
}

async function relatedOf(
  context: CallContext,
  services: Services,
  record: ReadableRecord,
  entry: MenuModel,
): Promise<Related | null> {
  const seen = await modelSeen(context, services, entry.modelId)
  if (!seen) return null
  const { model, rights } = seen
  const fields = referring(model, rights, record.model)
  if (fields.length === 0) return null
  const condition: Condition = {
    kind: 'any',
    of: fields.map(({ path }) => ({ kind: 'test', path, operator: 'equals', value: record.id })),
  }
  const shownBy = nameField(model, rights)
  const shown = shownBy ? [shownBy] : []
  const [records, total] = await withKeys(context.db, model, (table) => {
    const conditions = [condition, ...scopeConditions(rights.scope)]
    const source = sourceOf(model.id, table, { conditions, fields: [] })
    const where = sql<boolean>`${reachedBy(model, rights).reached(source)}
      and ${conditionSql(condition, model.form, source.places)}`
    const newest = sql`${source.own('created_at')} desc, ${source.own('id')} desc`
    return Promise.all([
      page(context.db, source, where, newest, { limit: RELATED_NAMED, offset: 0 }, shown, model.form),
      count(context.db, source, where),
    ])
  })
  if (total === 0) return null
  const display = await prepareDisplay(
    model.form,
    shown,
    context,
    services,
    records.map(({ data }) => data),
  )
  return {
    ...{ modelId: model.id, enCode: entry.enCode, fullName: entry.fullName },
    fields: fields.map(({ label }) => context.text(label)),
    total: Math.min(total, COUNTED),
    capped: total > COUNTED,
    list: records.map(({ id, data }) => {
      const text = shownBy && display.row(data)[shownBy.name]
      const isNamed = typeof text === 'string' || typeof text === 'number'
      return { id, fullName: isNamed && text !== '' ? String(text) : id }
    }),
  }
}

/** Null where the model is gone or not the caller's to see. */
async function modelSeen(context: CallContext, services: Services, modelId: string) {
  try {
    const model = await services.models.current(modelId)
    if (model.list?.interfaceId !== undefined) return null
    return { model, rights: await rightsOf(context, services, model) }
  } catch (error) {
    if (error instanceof ApiError && (error.code === CODE.notFound || error.code === CODE.forbidden))
      return null
    throw error
  }
}

/** The fields that hold ids of the other model's records. */
function referring(model: ReleasedModel, rights: RecordRights, other: ReleasedModel): readonly FieldPlan[] {
  return [...model.form.fields.values()].filter((field) => {
    // What shows an attribute of a chosen record keeps no id of its own.
    if (field.widget !== 'relation-form') return false
    const source = field.definition?.names?.(field.settings)
    const isTo = source?.kind === 'record' && (source.modelId === other.id || source.modelId === other.enCode)
    return isTo && rights.open(field, 'elsewhere')
  })
}

function nameField(model: ReleasedModel, rights: RecordRights): FieldPlan | undefined {
  const columns = model.list?.columns.filter(({ field }) => field && rights.open(field, 'elsewhere'))
  return columns && nameColumn(columns)?.field
}
