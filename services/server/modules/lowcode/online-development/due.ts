import { addUnits, startOf, unitsBetween } from '@runtime/date'
import { dueVerdict } from '@runtime/figure/verdict'
import type { FieldPlan } from '@runtime/form/plan'
import type { CalendarPlan, Condition } from '@runtime/list'
import { momentOfValue } from '@runtime/widget/moment-format'
import type { onlineDevelopmentCalls } from '@services/contract/areas/lowcode/online-development'
import type { ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { mapAtOnce } from '../../../at-once'
import { ApiError } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import { TIME_ZONE } from '../../../time-zone'
import type { ReleasedModel } from '../visual-development/released'
import { modelsToAsk, openFields, textOf, titleFields } from './calendar'
import { prepareDisplay } from './display'
import { queryOf } from './due-address'
import { orderSql } from './field-sql'
import { withKeys } from './keys/ready'
import { both, type ListRequest, requestOf } from './list'
import type { MenuModel } from './own-models'
import { count, page } from './page'
import { rightsOf } from './rights'

type Due = ResponseOf<(typeof onlineDevelopmentCalls)['dashboard.due']>['list'][number]

/** Days that are looked ahead, today the first, and back, today the last. */
const DAYS = 7
/** Records of one model whose days are told apart. */
const MOST = 1_000
/** Records of one model that are named. */
const NAMED = 5
/** Models that are asked at once, as calendars ask them. */
const AT_ONCE = 4
/** A model of whose records the caller sees none. */
const CLOSED: ReadonlySet<number> = new Set([CODE.forbidden, CODE.notFound])

/**
 * What of each model in the caller's menu is due within seven days, and what is overdue: records that stand in calendars, of
 * those that the list itself would show them. A model of which the caller sees no date is left out.
 */
export function dueModels(services: Services) {
  const without = new Map<string, number>()
  return async (context: CallContext): Promise<{ list: Due[] }> => {
    const entries = await modelsToAsk(context, services, without)
    const each = await mapAtOnce(entries, AT_ONCE, async (entry) => {
      try {
        const model = await services.models.current(entry.modelId)
        if (model.list?.calendar) return await dueOf(context, services, entry, model, model.list.calendar)
        without.set(model.id, model.version)
        return null
      } catch (error) {
        if (error instanceof ApiError && CLOSED.has(error.code)) return null
        throw error
      }
    })
    return { list: each.filter((due) => due !== null) }
  }
}

/** @throws ApiError 403 */
async function dueOf(
  context: CallContext,
  services: Services,
  { id, enCode, fullName }: MenuModel,
  model: ReleasedModel,
  calendar: CalendarPlan,
): Promise<Due | null> {
  const rights = await rightsOf(context, services, model)
  const fields = openFields(model, calendar, rights)
  if (!fields) return null
  const { start } = fields
  const { isDeadline } = calendar
  const today = startOf(Date.now(), 'day', TIME_ZONE)
  const dayOf = (days: number) => addUnits(today, days, 'day', TIME_ZONE)
  // What is overdue waits too.
  const waiting = within(start, calendar, isDeadline ? null : today, dayOf(DAYS))
  return withKeys(context.db, model, async (table) => {
    const ask = (condition: Condition) =>
      requestOf(context, services, { modelId: model.id }, model, table, condition, rights)
    const request = await ask(waiting)
    const [total, overdue, days, records] = await Promise.all([
      countOf(context, request),
      isDeadline ? ask(within(start, calendar, null, today)).then((late) => countOf(context, late)) : 0,
      ask(within(start, calendar, dayOf(1 - DAYS), dayOf(1))).then((past) =>
        daysOf(context, past, start, dayOf),
      ),
      namedRecords(context, services, request, calendar, start),
    ])
    const { tone, key, params } = dueVerdict(overdue, days.at(-1) ?? 0)
    const path = `/model/${encodeURIComponent(enCode)}`
    return {
      ...{ id, enCode, fullName, total, overdue, days, tone, word: context.text(key, params) },
      path: `${path}${queryOf(request.list, waiting)}`,
      records: records.map(({ id: record, title, at }) => ({
        ...{ id: record, title: title || fullName, at, path: `${path}/${encodeURIComponent(record)}` },
        note: isDeadline && at < today ? lateText(context, at, today) : '',
      })),
    }
  })
}

/** How many are on each day up to today. */
async function daysOf(
  { db }: CallContext,
  { source, visible, requested, form }: ListRequest,
  start: FieldPlan,
  dayOf: (days: number) => number,
): Promise<number[]> {
  const order = orderSql(start, 'desc', source.places(start))
  const span = { limit: MOST, offset: 0 }
  const records = await page(db, source, both(visible, requested), order, span, [start], form)
  const days = Array.from({ length: DAYS }, () => 0)
  for (const { data } of records) {
    const at = momentOfValue(data[start.name], TIME_ZONE)
    const day = at === null ? -1 : unitsBetween(dayOf(1 - DAYS), at, 'day', TIME_ZONE)
    if (days[day] !== undefined) days[day] += 1
  }
  return days
}

/** The first of them, called as calendars call them. */
async function namedRecords(
  context: CallContext,
  services: Services,
  request: ListRequest,
  calendar: CalendarPlan,
  start: FieldPlan,
) {
  const { source, visible, requested, form } = request
  const { chosen, otherwise } = titleFields(request, calendar)
  const shown = [...new Set([...chosen, ...otherwise])]
  const order = orderSql(start, 'asc', source.places(start))
  const span = { limit: NAMED, offset: 0 }
  const found = page(context.db, source, both(visible, requested), order, span, [start, ...shown], form)
  const rows = found.then((records) => records.map(({ data }) => data))
  const display = await prepareDisplay(form, shown, context, services, rows)
  return (await found).flatMap(({ id, data }) => {
    const at = momentOfValue(data[start.name], TIME_ZONE)
    const row = display.row(data)
    return at === null ? [] : [{ id, at, title: textOf(row, chosen) || textOf(row, otherwise) }]
  })
}

const lateText = ({ text }: CallContext, at: number, today: number) =>
  text('@record.overdue', { days: unitsBetween(startOf(at, 'day', TIME_ZONE), today, 'day', TIME_ZONE) })

async function countOf({ db }: CallContext, { source, visible, requested }: ListRequest): Promise<number> {
  return count(db, source, both(visible, requested))
}

/** Records whose date is in the span, `to` not among them, and that the calendar does not leave out. */
function within({ path }: FieldPlan, { filter }: CalendarPlan, from: number | null, to: number): Condition {
  const before: Condition = { kind: 'test', path, operator: 'less', value: to }
  const after: Condition[] =
    from === null ? [] : [{ kind: 'test', path, operator: 'greaterOrEqual', value: from }]
  return { kind: 'all', of: [before, ...after, ...(filter ? [filter] : [])] }
}
