import { sql } from 'kysely'
import { ApiError } from '../../../http/errors'
import type { CallContext, Db, Services } from '../../../module'
import type { AuditChange, Told } from '../../platform/audit/differences'
import { type ChangedField, changedFields } from './changed-fields'
import { prepareDisplay } from './display'
import { readRecord } from './records'
import { rightsOf } from './rights'
import type { RecordData } from './tables'

/** Changes that are told at once, and bytes of the states around them after which no other is: each has two, of up to `RECORD_LIMIT`. */
const PAGE = { changes: 30, bytes: 2 ** 20 } as const
/** `record.update` → `update`. */
const AREA = 'record.'
/** Files that are attached to it beside its fields. */
const FILES = 'recordFile.'

/** One change of a record: who, when, and what it was before and after, as people read it. */
export interface RecordChange {
  readonly id: string
  readonly at: number
  readonly userName: string
  readonly act: string
  readonly fields: ChangedField[]
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
  const { rows, hasMore } = await readChanges(context.db, `${model.id}/${id}`, before)
  const fields = [...model.form.fields.values()].filter((field) => rights.open(field, 'form'))
  const states = rows
    .filter(({ action }) => !action.startsWith(FILES))
    .flatMap(({ before, after }) => [before ?? {}, after ?? {}] as RecordData[])
  const display = await prepareDisplay(model.form, fields, context, services, states)
  const list = rows.map(({ id, at, account, action, before, after, real_name }) => ({
    id: String(id),
    at: at.getTime(),
    userName: real_name || account,
    act: action.startsWith(AREA) ? action.slice(AREA.length) : action,
    fields: told(action, (before ?? {}) as RecordData, (after ?? {}) as RecordData),
  }))
  return { list, hasMore }

  function told(action: string, before: RecordData, after: RecordData): RecordChange['fields'] {
    if (action === `${AREA}update`) return changedFields(fields, display, context.text, before, after)
    if (!action.startsWith(FILES)) return []
    const name = ({ name }: RecordData) => String(name ?? '')
    return [{ path: '', label: context.text('@record.file'), before: name(before), after: name(after) }]
  }
}

/** Rows of the audit about a target, the newest first: so many, and none that come after so many bytes. */
async function readChanges(db: Db, target: string, before: string | undefined) {
  const newest = db
    .selectFrom('audit')
    .leftJoin('user_account', 'user_account.id', 'audit.user_id')
    .select(['audit.id', 'audit.at', 'audit.account', 'audit.action', 'audit.before', 'audit.after'])
    .select('user_account.real_name')
    .where('audit.target', '=', target)
    .$if(before !== undefined, (query) => query.where('audit.id', '<', Number(before)))
    .orderBy('audit.id', 'desc')
    .limit(PAGE.changes + 1)
  const weighed = db
    .selectFrom(newest.as('newest'))
    .selectAll()
    .select([
      sql<number>`count(*) over ()`.as('count'),
      sql<number>`coalesce(sum(coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0))
        over (order by id desc rows between unbounded preceding and 1 preceding), 0)`.as('bytes_before'),
    ])
  const found = await db
    .selectFrom(weighed.as('weighed'))
    .selectAll()
    .where('bytes_before', '<', PAGE.bytes)
    .orderBy('id', 'desc')
    .limit(PAGE.changes)
    .execute()
  return { rows: found, hasMore: found.length < (found[0]?.count ?? 0) }
}

/**
 * What a change in the audit did to a record, by the caller's own right to it: who may not see the record is told that there is
 * more. One that has been deleted is told to administrators alone, since nobody else's scope can be asked any more.
 */
export async function tellRecordChange(
  context: CallContext,
  services: Services,
  { target, before, after }: AuditChange,
): Promise<Told> {
  const [modelId = '', id = ''] = target.split('/')
  const closed: Told = { changes: [], hasMore: true }
  try {
    const model = await services.models.current(modelId)
    const rights = await rightsOf(context, services, model)
    if (!context.user.isAdministrator) await readRecord(context, services, modelId, id)
    const fields = [...model.form.fields.values()].filter((field) => rights.open(field, 'form'))
    const states = [before ?? {}, after ?? {}] as RecordData[]
    const display = await prepareDisplay(model.form, fields, context, services, states)
    const [was = {}, is = {}] = states
    return { changes: changedFields(fields, display, context.text, was, is), hasMore: false }
  } catch (error) {
    if (error instanceof ApiError) return closed
    throw error
  }
}
