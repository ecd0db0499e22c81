import { addUnits, startOf, unitsBetween } from '@runtime/date'
import { isSecret } from '@runtime/form'
import type { FieldPlan } from '@runtime/form/plan'
import type { CalendarPlan, Condition } from '@runtime/list'
import { momentOfValue } from '@runtime/widget/moment-format'
import { CODE } from '@services/contract/envelope'
import { mapAtOnce } from '../../../at-once'
import { isAnyOf } from '../../../database/batches'
import { withTables } from '../../../database/guard'
import { ApiError } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import { opensOf } from '../../../right'
import { TIME_ZONE } from '../../../time-zone'
import type { CalendarSource, SourceDate } from '../../platform/schedule/dates'
import type { ReleasedModel } from '../visual-development/released'
import { prepareDisplay } from './display'
import { orderSql } from './field-sql'
import { withKeys } from './keys/ready'
import { both, type ListRequest, requestOf } from './list'
import { headingOf } from './list-rows'
import { type MenuModel, modelsOfMenu } from './own-models'
import { page } from './page'
import { type RecordRights, rightsOf } from './rights'
import type { RecordData } from './tables'

/** Records of one model that are answered together, the earliest ones. */
const MOST = 1_000
/** Models that are asked at once: a person with fifty of them does not hold fifty connections. */
const AT_ONCE = 4
/** Characters of a title, as those of schedules have. */
const TITLE = 100
/** What stands between the values that a title is made of. */
const BETWEEN = ' · '
const COLOR = '#7b61ff'
/** A model of whose records the caller sees none: the menu entry alone may be seen, or it is gone. */
const CLOSED: ReadonlySet<number> = new Set([CODE.forbidden, CODE.notFound])

/** Milliseconds since 1970, `to` not among them. */
interface Span {
  readonly from: number
  readonly to: number
}

/** A date field of a model that stands in calendars, and the field of its end where that is open to the caller too. */
interface Fields {
  readonly start: FieldPlan
  readonly end: FieldPlan | undefined
}

/**
 * Records of the models in the caller's menu whose lists say that they stand in calendars: those that the list itself would show
 * them, by the fields that it would show of them.
 */
export function modelDates(services: Services): CalendarSource {
  /** The versions of models that are known to have nothing in calendars: most have, and are not even asked for. */
  const without = new Map<string, number>()
  // A calendar opens no records; its source opens what the list of a model does.
  const opens = opensOf({ model: 'modelId', act: 'read' })
  return {
    id: 'model',
    title: '@record.calendarSource',
    color: COLOR,
    dates: (context, span) =>
      withTables(opens, 'schedule.dates', async () => {
        const entries = await modelsToAsk(context, services, without)
        const each = await mapAtOnce(entries, AT_ONCE, async (entry) => {
          try {
            const model = await services.models.current(entry.modelId)
            if (model.list?.calendar)
              return await datesOf(context, services, entry, model, model.list.calendar, span)
            without.set(model.id, model.version)
            return []
          } catch (error) {
            if (error instanceof ApiError && CLOSED.has(error.code)) return []
            throw error
          }
        })
        return each.flat()
      }),
  }
}

/** The models of the caller's menu, each once, without those that are known to have nothing in calendars. */
export async function modelsToAsk(
  context: CallContext,
  services: Services,
  without: ReadonlyMap<string, number>,
): Promise<readonly MenuModel[]> {
  const entries = new Map<string, MenuModel>()
  for (const entry of await modelsOfMenu(context, services))
    if (!entries.has(entry.modelId)) entries.set(entry.modelId, entry)
  const rows = await context.db
    .selectFrom('model')
    .select(['id', 'released_version'])
    .where(isAnyOf('id', new Set(entries.keys())))
    .execute()
  for (const { id, released_version } of rows) if (without.get(id) === released_version) entries.delete(id)
  return [...entries.values()]
}

/** @throws ApiError 403 */
async function datesOf(
  context: CallContext,
  services: Services,
  entry: MenuModel,
  model: ReleasedModel,
  calendar: CalendarPlan,
  span: Span,
): Promise<readonly SourceDate[]> {
  const rights = await rightsOf(context, services, model)
  const fields = openFields(model, calendar, rights)
  if (!fields) return []
  return withKeys(context.db, model, async (table) => {
    const asked = conditionOf(calendar, fields, span)
    const request = await requestOf(context, services, { modelId: model.id }, model, table, asked, rights)
    const { source, visible, requested, form } = request
    const shown = titleFields(request, calendar)
    const found = page(
      context.db,
      source,
      both(visible, requested),
      orderSql(fields.start, 'asc', source.places(fields.start)),
      { limit: MOST, offset: 0 },
      [fields.start, ...(fields.end ? [fields.end] : []), ...shown.chosen, ...shown.otherwise],
      form,
    )
    const display = await prepareDisplay(
      form,
      [...new Set([...shown.chosen, ...shown.otherwise])],
      context,
      services,
      found.then((records) => records.map(({ data }) => data)),
    )
    return (await found).flatMap(({ id, data }) => {
      const place = placeOf(data, fields, calendar, span)
      const row = display.row(data)
      const title = textOf(row, shown.chosen) || textOf(row, shown.otherwise) || entry.fullName
      return place
        ? dateOf({ id, title: [...title].slice(0, TITLE).join(''), ...place }, entry, calendar, context)
        : []
    })
  })
}

function dateOf(
  { id, ...date }: SourceDate & Pick<CalendarPlan, 'isAllDay'>,
  { modelId, enCode, fullName }: MenuModel,
  calendar: CalendarPlan,
  context: CallContext,
): SourceDate {
  return {
    ...date,
    ...fateOf(date, calendar, context),
    id: `${modelId}/${id}`,
    path: `/model/${encodeURIComponent(enCode)}/${encodeURIComponent(id)}`,
    kind: { id: modelId, text: fullName, color: calendar.color ?? COLOR },
  }
}

/** Null where the caller may not see the date itself: when a record is tells its value. */
export function openFields(
  { form }: ReleasedModel,
  calendar: CalendarPlan,
  { open }: RecordRights,
): Fields | null {
  const start = form.fields.get(calendar.field)
  if (!start || !open(start, 'list')) return null
  const end = form.fields.get(calendar.end ?? '')
  return { start, end: end && open(end, 'list') ? end : undefined }
}

/** The records that may have a part of the span; of whole days the last one counts to its end. */
function conditionOf(
  { isAllDay, filter }: CalendarPlan,
  { start, end }: Fields,
  { from, to }: Span,
): Condition {
  const earliest = isAllDay ? addUnits(from, -1, 'day', TIME_ZONE) : from
  const notBefore = ({ path }: FieldPlan): Condition => ({
    ...{ kind: 'test', path, operator: 'greaterOrEqual', value: earliest },
  })
  const begun: Condition = { kind: 'test', path: start.path, operator: 'less', value: to }
  const lasts: Condition = end ? { kind: 'any', of: [notBefore(start), notBefore(end)] } : notBefore(start)
  return { kind: 'all', of: [begun, lasts, ...(filter ? [filter] : [])] }
}

/** What a record is called by, and by what where that says nothing: both only of what the list shows the caller. */
export function titleFields({ form, list, rights }: ListRequest, { titles }: CalendarPlan) {
  const shown = (paths: readonly string[]) =>
    paths
      .flatMap((path) => form.fields.get(path) ?? [])
      .filter((field) => !isSecret(field) && rights.open(field, 'list'))
  return { chosen: shown(titles), otherwise: shown([headingOf(list, rights)]) }
}

export function textOf(row: Readonly<Record<string, unknown>>, fields: readonly FieldPlan[]): string {
  const values = fields.map(({ name }) => row[name])
  const texts = values.filter((value) => typeof value === 'string' || typeof value === 'number')
  return texts
    .map((text) => String(text).trim())
    .filter((text) => text !== '')
    .join(BETWEEN)
}

/** When a record is; null for one that has no part of the span. */
function placeOf(data: RecordData, fields: Fields, { isAllDay }: CalendarPlan, { from, to }: Span) {
  const first = momentOfValue(data[fields.start.name], TIME_ZONE)
  if (first === null) return null
  const given = fields.end ? momentOfValue(data[fields.end.name], TIME_ZONE) : null
  // An end before its begin is none.
  const last = Math.max(first, given ?? first)
  const start = isAllDay ? startOf(first, 'day', TIME_ZONE) : first
  const end = isAllDay ? addUnits(startOf(last, 'day', TIME_ZONE), 1, 'day', TIME_ZONE) : last
  return start < to && (end > from || start >= from) ? { start, end, isAllDay } : null
}

/** What is due stays where it is not done; everything else is over when its time is. */
function fateOf(
  { end, isAllDay }: { readonly end: number; readonly isAllDay: boolean },
  { isDeadline }: CalendarPlan,
  { text }: CallContext,
): Pick<SourceDate, 'note' | 'isOver'> {
  const now = Date.now()
  if (!isDeadline) return { isOver: end <= now }
  const days = unitsBetween(isAllDay ? end - 1 : end, now, 'day', TIME_ZONE)
  return days > 0 ? { note: text('@record.overdue', { days }) } : {}
}
