import { isSecret } from '@runtime/form'
import type { FieldPlan } from '@runtime/form/plan'
import { propOfPath } from '@runtime/list'
import { jsonEqual } from '@runtime/schema/equal'
import type { CallContext, Services } from '../../../module'
import { prepareDisplay } from './display'
import { readRecord } from './records'
import { rightsOf } from './rights'
import { type RecordData, rowsOf } from './tables'

/** Changes that are told at once. */
const PAGE = 30
/** `record.update` → `update`. */
const AREA = 'record.'

/** One change of a record: who, when, and what it was before and after, as people read it. */
export interface RecordChange {
  readonly id: string
  readonly at: number
  readonly userName: string
  readonly act: string
  readonly fields: { path: string; label: string; before: string; after: string }[]
}

/** A page of a record's changes, the newest first. */
export interface RecordHistory {
  readonly list: RecordChange[]
  readonly hasMore: boolean
}

/**
 * What has been done to a record before a change that is known, out of the audit, by the caller's own right to the record and to each of its fields.
 * @throws ApiError 404 for a record that the caller may not see
 */
export async function recordHistory(
  context: CallContext,
  services: Services,
  {
    modelId,
    id,
    before,
  }: { readonly modelId: string; readonly id: string; readonly before?: string | undefined },
): Promise<RecordHistory> {
  await readRecord(context, services, modelId, id)
  const model = await services.models.current(modelId)
  const rights = await rightsOf(context, services, model)
  const found = await context.db
    .selectFrom('audit')
    .leftJoin('user_account', 'user_account.id', 'audit.user_id')
    .select(['audit.id', 'audit.at', 'audit.account', 'audit.action', 'audit.before', 'audit.after'])
    .select('user_account.real_name')
    .where('audit.target', '=', `${model.id}/${id}`)
    .$if(before !== undefined, (query) => query.where('audit.id', '<', Number(before)))
    .orderBy('audit.id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const rows = found.slice(0, PAGE)
  const fields = [...model.form.fields.values()].filter((field) => rights.form(propOfPath(field.path)))
  const states = rows.flatMap(({ before, after }) => [before ?? {}, after ?? {}] as RecordData[])
  const display = await prepareDisplay(model.form, fields, context, services, states)
  const own = fields.filter(({ table }) => table === undefined)
  const list = rows.map(({ id, at, account, action, before, after, real_name }) => ({
    id: String(id),
    at: at.getTime(),
    userName: real_name || account,
    act: action.startsWith(AREA) ? action.slice(AREA.length) : action,
    fields:
      action === `${AREA}update` ? changes((before ?? {}) as RecordData, (after ?? {}) as RecordData) : [],
  }))
  return { list, hasMore: found.length > PAGE }

  function changes(before: RecordData, after: RecordData) {
    const [was, is] = [display.row(before), display.row(after)]
    return own
      .filter(({ name }) => !jsonEqual(before[name] ?? null, after[name] ?? null))
      .map((field) => ({
        path: field.path,
        label: context.text(field.label),
        before: shown(field, before, was),
        after: shown(field, after, is),
      }))
  }

  function shown(field: FieldPlan, raw: RecordData, row: Readonly<Record<string, unknown>>): string {
    if (isSecret(field)) return ''
    if (field.columns) return context.text('@view.rowCount', { count: rowsOf(raw[field.name]).length })
    const text = row[field.name]
    if (text === null || text === undefined) return ''
    return typeof text === 'object' ? JSON.stringify(text) : String(text)
  }
}
