import { isSecret } from '@runtime/form'
import type { FieldPlan } from '@runtime/form/plan'
import { type Condition, fieldOfProp, isNumeric, numberOf } from '@runtime/list'
import { scopeConditions } from '@runtime/permission/scope'
import type { Option } from '@runtime/widget/definition'
import type { Named, NameSource } from '@runtime/widget/named'
import type { visualDevelopmentCalls } from '@services/contract/areas/lowcode/visual-development'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import type { ReleasedModel } from '../visual-development/released'
import { conditionSql } from './condition-sql'
import { prepareDisplay } from './display'
import { orderSql } from './field-sql'
import { withFormerNames } from './former-names'
import { deletedAmong, reachedBy } from './gate/records-of'
import { withKeys } from './keys/ready'
import { recordSource, sourceOf } from './keys/source'
import { resolveOptions } from './options'
import { COUNTED, count, page } from './page'
import { type RecordRights, rightsOf } from './rights'

type ChooserInput = InputOf<(typeof visualDevelopmentCalls)['visualDevelopment.fieldDataSelect']>

/**
 * A page of a model's records to choose from, as their columns are read (`spec/widgets.md §7`, relation form). Who may
 * not see the model's records, or a column, does not see them here.
 */
export async function recordsToChoose(context: CallContext, services: Services, input: ChooserInput) {
  const model = await services.models.current(input.modelId)
  const rights = await rightsOf(context, services, model)
  const { currentPage = 1, pageSize = 20 } = input
  const fields = columnsOf(model, rights, input)
  const condition = await keywordCondition(fields, input.keyword, context, services)
  const sorted = sortedBy(model, rights, input)
  const span = { limit: pageSize, offset: (currentPage - 1) * pageSize }
  const [records, total] = await withKeys(context.db, model, (table) => {
    const conditions = [condition, ...scopeConditions(rights.scope)]
    const source = sourceOf(model.id, table, { conditions, fields: sorted ? [sorted] : [] })
    const where = sql<boolean>`${reachedBy(model, rights).reached(source)}
      and ${conditionSql(condition, model.form, source.places)}`
    const newest = sql`${source.own('created_at')} desc, ${source.own('id')} desc`
    const direction = input.sort === 'asc' ? 'asc' : 'desc'
    const order = sorted ? sql`${orderSql(sorted, direction, source.places(sorted))}, ${newest}` : newest
    return Promise.all([
      page(context.db, source, where, order, span, fields, model.form),
      count(context.db, source, where),
    ])
  })
  const display = await prepareDisplay(
    model.form,
    fields,
    context,
    services,
    records.map(({ data }) => data),
  )
  return {
    list: records.map(({ id, data }) => ({ ...withFormerNames(model.form, display.row(data)), id })),
    pagination: {
      currentPage,
      pageSize,
      total: Math.min(total, COUNTED),
      ...(total > COUNTED && { capped: true }),
    },
  }
}

/**
 * Names nested in names: a record is shown by a field that may itself refer to a record. The first is told whole, those
 * it refers to by their text alone, and no further: models may refer to each other in a circle.
 */
const DEEPEST = 2
const depths = new WeakMap<CallContext, number>()

/**
 * Records by their ids, as far as the caller may see them: the text of `field`, and for attributes the record as people read it.
 * Of a deleted one the text alone, of one that the caller could not see nothing but that it is gone.
 */
export async function namedRecords(
  services: Services,
  source: Extract<NameSource, { kind: 'record' }>,
  ids: readonly string[],
  context: CallContext,
): Promise<readonly Named[]> {
  const depth = depths.get(context) ?? 0
  const seen = depth < DEEPEST ? await visibleModel(context, services, source.modelId) : undefined
  if (!seen) {
    const unseen = depth < DEEPEST ? await deletedAmong(context.db, source.modelId, ids) : []
    return unseen.map(({ id }) => ({ id, text: '', gone: true }))
  }
  const { model, rights } = seen
  const field = fieldOfProp(model.form, source.field)
  const shownBy = field && rights.open(field, 'elsewhere') ? field : undefined
  const records = recordSource(model.id)
  const reach = reachedBy(model, rights)
  const fields = depth === 0 ? openFields(model, rights) : shownBy ? [shownBy] : []
  const recordsIn = (where: RawBuilder<boolean>, among: readonly string[]) =>
    page(
      context.db,
      records,
      sql<boolean>`${where} and record.id = any(${[...among]}::text[])`,
      sql`record.id`,
      { limit: among.length, offset: 0 },
      fields,
      model.form,
    )
  const live = await recordsIn(reach.reached(records), ids)
  const there = new Set(live.map(({ id }) => id))
  const missing = ids.filter((id) => !there.has(id))
  const gone = missing.length === 0 ? [] : await reach.deletedAmong(context.db, missing)
  const legible = shownBy ? gone.filter(({ reached }) => reached).map(({ id }) => id) : []
  const former =
    legible.length === 0 ? [] : await recordsIn(sql<boolean>`record.model_id = ${model.id}`, legible)
  const inside: CallContext = { ...context }
  depths.set(inside, depth + 1)
  const display = await prepareDisplay(
    model.form,
    fields,
    inside,
    services,
    [...live, ...former].map(({ data }) => data),
  )
  const textIn = (row: Readonly<Record<string, unknown>>) => String((shownBy && row[shownBy.name]) ?? '')
  const formerTexts = new Map(former.map(({ id, data }) => [id, textIn(display.row(data))]))
  return [
    ...live.map(({ id, data }) => {
      const row = display.row(data)
      return {
        id,
        text: textIn(row) || id,
        ...(depth === 0 && { data: { ...withFormerNames(model.form, row), id } }),
      }
    }),
    ...gone.map(({ id }) => ({ id, text: formerTexts.get(id) ?? '', gone: true })),
  ]
}

/** The same the other way round: the records that the caller reaches whose `field` is kept as a text. */
export async function recordsNamed(
  services: Services,
  source: Extract<NameSource, { kind: 'record' }>,
  texts: readonly string[],
  context: CallContext,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const seen = await visibleModel(context, services, source.modelId)
  const field = seen && fieldOfProp(seen.model.form, source.field)
  if (!field || field.table !== undefined || isSecret(field) || !seen.rights.open(field, 'elsewhere'))
    return new Map()
  const { places, all } = recordSource(seen.model.id)
  const shown = places(field).text
  const rows = await reachedBy(seen.model, seen.rights)
    .select(context.db)
    .select(['id', shown.as('text')])
    .where(sql<boolean>`${all} and ${shown} = any(${[...texts]}::text[])`)
    .limit(FOUND_BY_NAME)
    .execute()
  return new Map(texts.map((text) => [text, rows.filter((row) => row.text === text).map(({ id }) => id)]))
}

/** Records that are looked at where a file names some: of more with the same name two are as good as all. */
const FOUND_BY_NAME = 20_000

/** Undefined where there is no such model, or the caller may not see its records. */
async function visibleModel(context: CallContext, services: Services, modelId: string) {
  try {
    const model = await services.models.current(modelId)
    // Rows of a data view are no records that anything could refer to.
    if (model.list?.interfaceId !== undefined) return undefined
    return { model, rights: await rightsOf(context, services, model) }
  } catch (error) {
    if (error instanceof ApiError && (error.code === CODE.notFound || error.code === CODE.forbidden))
      return undefined
    throw error
  }
}

function openFields(model: ReleasedModel, rights: RecordRights): readonly FieldPlan[] {
  return [...model.form.fields.values()].filter((field) => rights.open(field, 'elsewhere'))
}

/** The columns asked for and the field that a record is shown by; those closed to the caller left out. */
function columnsOf(
  model: ReleasedModel,
  rights: RecordRights,
  { columnOptions = '', relationField = '' }: ChooserInput,
): readonly FieldPlan[] {
  const names = [...columnOptions.split(','), relationField].map((name) => name.trim())
  const fields = names.map((name) => fieldOfProp(model.form, name)).filter((field) => field !== undefined)
  return [...new Set(fields)].filter(
    (field) => field.table === undefined && !field.columns && rights.open(field, 'elsewhere'),
  )
}

function sortedBy(model: ReleasedModel, rights: RecordRights, { sidx }: ChooserInput): FieldPlan | null {
  if (!sidx) return null
  const field = fieldOfProp(model.form, sidx)
  if (
    !field ||
    isSecret(field) ||
    field.table !== undefined ||
    field.columns ||
    !rights.open(field, 'elsewhere')
  )
    throw new ApiError(CODE.badRequest, '@record.notSortable', { params: { field: sidx } })
  return field
}

/** What is typed is looked for in texts, among the names of choices, and as a number. */
async function keywordCondition(
  fields: readonly FieldPlan[],
  keyword: string | undefined,
  context: CallContext,
  services: Services,
): Promise<Condition | null> {
  const word = keyword?.trim()
  if (!word) return null
  const options = await resolveOptions(fields, context, services)
  const of = fields.flatMap((field): Condition[] => {
    const { path } = field
    const choices = options.get(path)
    if (choices)
      return [
        { kind: 'test', path, operator: 'in', value: valuesNamed(choices, word.toLowerCase(), context.text) },
      ]
    if (isNumeric(field))
      return numberOf(word) === null ? [] : [{ kind: 'test', path, operator: 'equals', value: word }]
    if (!field.definition?.filter?.includes('contains') || isSecret(field)) return []
    return [{ kind: 'test', path, operator: 'contains', value: word }]
  })
  return { kind: 'any', of }
}

function valuesNamed(
  options: readonly Option[],
  word: string,
  text: CallContext['text'],
): readonly unknown[] {
  return options.flatMap(({ value, label, children = [] }) => [
    ...(text(label).toLowerCase().includes(word) ? [value] : []),
    ...valuesNamed(children, word, text),
  ])
}
