import { isRecord } from '@runtime/json'
import { sql } from 'kysely'
import type { CallContext, Db, Services } from '../../../module'
import { type ChangedField, changedFields, changedFile, readableFields } from './changed-fields'
import { prepareDisplay } from './display'
import { readRecord } from './records'
import { rightsOf } from './rights'
import { namedBy } from './stored'
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
  const { rows: found, hasMore } = await readChanges(context.db, `${model.id}/${id}`, before)
  const rows = found.map((row) => ({
    ...row,
    before: stateOf(row, row.before),
    after: stateOf(row, row.after),
  }))
  const fields = readableFields(model.form, rights)
  const states = rows
    .filter(({ action }) => !action.startsWith(FILES))
    .flatMap(({ before, after }) => [before ?? {}, after ?? {}])
  const display = await prepareDisplay(model.form, fields, context, services, states)
  const list = rows.map(({ id, at, account, action, before, after, real_name }) => ({
    id: String(id),
    at: at.getTime(),
    userName: real_name || account,
    act: action.startsWith(AREA) ? action.slice(AREA.length) : action,
    fields: told(action, before ?? {}, after ?? {}),
  }))
  return { list, hasMore }

  /** The audit has the values of fields by their keys. */
  function stateOf({ action }: { readonly action: string }, state: unknown): RecordData | null {
    if (!isRecord(state)) return null
    return action.startsWith(FILES) ? state : namedBy(model.form.fields, state)
  }

  function told(action: string, before: RecordData, after: RecordData): RecordChange['fields'] {
    if (action === `${AREA}update`) return changedFields(fields, display, context.text, before, after)
    return action.startsWith(FILES) ? [changedFile(context.text, before, after)] : []
  }
}

/**
 * Rows of the audit about a target, the newest first: so many, and none that come after so many bytes. They are weighed one after the
 * other, since whatever is weighed is unfolded: what will not be told is not.
 */
async function readChanges(db: Db, target: string, before: string | undefined) {
  const changes = () => db.selectFrom('audit').where('audit.target', '=', target).orderBy('audit.id', 'desc')
  const newest = changes()
    .select(['audit.id', bytesSql.as('bytes'), sql<number>`1`.as('place')])
    .$if(before !== undefined, (query) => query.where('audit.id', '<', Number(before)))
    .limit(1)
  const rows = await db
    .withRecursive('told', (from) =>
      from
        .selectFrom(newest.as('newest'))
        .selectAll()
        .unionAll(
          from
            .selectFrom('told')
            .innerJoinLateral(
              changes()
                .select(['audit.id', bytesSql.as('bytes')])
                .whereRef('audit.id', '<', sql.ref('told.id'))
                .limit(1)
                .as('older'),
              (join) => join.onTrue(),
            )
            .select([
              'older.id',
              sql<number>`told.bytes + older.bytes`.as('bytes'),
              sql<number>`told.place + 1`.as('place'),
            ])
            .where('told.bytes', '<', PAGE.bytes)
            .where('told.place', '<', PAGE.changes),
        ),
    )
    .selectFrom('told')
    .innerJoin('audit', 'audit.id', 'told.id')
    .leftJoin('user_account', 'user_account.id', 'audit.user_id')
    .select(['audit.id', 'audit.at', 'audit.account', 'audit.action', 'audit.before', 'audit.after'])
    .select('user_account.real_name')
    .orderBy('audit.id', 'desc')
    .execute()
  const oldest = rows.at(-1)?.id
  const older =
    oldest === undefined
      ? undefined
      : await changes().select('audit.id').where('audit.id', '<', oldest).limit(1).executeTakeFirst()
  return { rows, hasMore: older !== undefined }
}

/** Bytes of the states around a change. */
const bytesSql = sql<number>`coalesce(octet_length(audit.before::text), 0) + coalesce(octet_length(audit.after::text), 0)`
