import { isSecret } from '@runtime/form'
import type { FormPlan } from '@runtime/form/plan'
import { isRecord } from '@runtime/json'
import { sql } from 'kysely'
import type { CallContext, Services, Tx } from '../../../../module'
import { opened, type Stored, storedRecord } from '../records'
import { namedBy } from '../stored'
import type { RecordData } from '../tables'
import { keep, type Saver } from '../updating'
import { type Outcome, refusalOf, refused } from './outcome'
import { editedPaths, UNDO_REASON } from './reason'
import { saverOf } from './target'

/** Within this a person takes back what they changed among many themselves. */
const WITHIN = sql<Date>`now() - interval '5 minutes'`

/** Records as an edit of many has left them. */
export interface BatchUndo {
  readonly modelId: string
  readonly records: readonly { readonly id: string; readonly version: number }[]
}

/**
 * Gives records back what they had before the caller's edit of many, each by itself: those that nobody has changed since. The former
 * values come from the audit, and what followed from the edit (computed, emptied by a rule) goes back with it.
 */
export async function undoBatch(
  context: CallContext,
  services: Services,
  { modelId, records }: BatchUndo,
): Promise<Outcome[]> {
  const saver = await saverOf(context, services, modelId)
  const outcomes: Outcome[] = []
  for (const [id, version] of new Map(records.map((record) => [record.id, record.version]))) {
    let known = 0
    const outcome = await context.db
      .transaction()
      .execute(async (tx) => {
        const stored = await storedRecord(tx, saver.records, id, 'lock')
        known = stored.row_version
        if (version !== known) return refused(context, id, known, 'version', '@record.batch.changedSince')
        const former = await formerData(tx, saver, id)
        if (!former) return refused(context, id, known, 'gone', '@record.batch.notUndone')
        const checked = restored(saver.model.form, stored, former)
        const data = opened(context, services, saver.model.form, id, stored.data)
        const judged = { before: { kept: stored.data, data: { ...data } }, checked: { ...data, ...checked } }
        const next = await keep(tx, saver, stored, judged, UNDO_REASON)
        return { id, state: 'changed' as const, version: next, changes: [] }
      })
      .catch((problem: unknown) => refusalOf(context, id, known, problem))
    outcomes.push(outcome)
  }
  return outcomes
}

/** What the record was before the last save of it, where that was the caller's, one of many, just now, and of fields that they may see. */
async function formerData(tx: Tx, { context, model, rights }: Saver, id: string): Promise<RecordData | null> {
  const last = await tx
    .selectFrom('audit')
    .select(['user_id', 'reason', 'before', sql<boolean>`at > ${WITHIN}`.as('isRecent')])
    .where('target', '=', `${model.id}/${id}`)
    .where('action', '=', 'record.update')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const paths = last && editedPaths(last.reason)
  if (!paths || !last.isRecent || last.user_id !== context.user.userId) return null
  if (!paths.every((path) => rights.open({ path }, 'form'))) return null
  return isRecord(last.before) ? namedBy(model.form.fields, last.before) : null
}

/** The values that go back: of the fields that the form has, but for secrets, which the audit does not have and no such edit changes. */
function restored(form: FormPlan, stored: Stored, former: RecordData): RecordData {
  const back: RecordData = {}
  for (const field of form.fields.values()) {
    if (field.table !== undefined || !field.stored || isSecret(field)) continue
    if (field.columns?.some((column) => isSecret(column))) continue
    if (Object.hasOwn(former, field.name)) back[field.name] = former[field.name]
    else if (Object.hasOwn(stored.data, field.name)) back[field.name] = null
  }
  return back
}
