import { isEmptyField } from '@runtime/form'
import { jsonBytes } from '@runtime/json-size'
import { jsonEqual } from '@runtime/schema/equal'
import type { CallContext, Services } from '../../../../module'
import { type ChangedField, changedFields } from '../changed-fields'
import { prepareDisplay } from '../display'
import { type Stored, storedRecord } from '../records'
import type { RecordData } from '../tables'
import { claimUnique, type UniqueClaims } from '../unique'
import { type Judged, judge, keep, type Saver } from '../updating'
import { type Outcome, refusalOf, refused } from './outcome'
import { batchReason } from './reason'
import { type EditedField, editedFields, type GivenField, saverOf } from './target'

/** Fields that many records get one value each in. */
export interface BatchEdit {
  readonly modelId: string
  readonly fields: readonly GivenField[]
  readonly records: readonly { readonly id: string; readonly version?: number | undefined }[]
}

/** A record that would be changed: what it is and what it would be. */
interface Change {
  readonly outcome: Outcome
  readonly before: RecordData
  readonly after: RecordData
}

/** Records whose changes are put into words at once: so many, or of so many bytes. */
const SHOWN = { records: 50, bytes: 2 ** 23 }
/** Letters of a value, and fields beside the edited ones that follow from them, that a preview has of a record. */
const LONGEST = 120
const MOST = 6

/**
 * Gives records values, each by itself and as a single save would: judged by the form, in a transaction of its own, with its
 * history. One that has them already stays as it is, so that what was interrupted is carried out by being asked for again.
 */
export async function updateBatch(
  context: CallContext,
  services: Services,
  edit: BatchEdit,
): Promise<Outcome[]> {
  const saver = await saverOf(context, services, edit.modelId)
  const edited = editedFields(saver, edit.fields)
  const reason = batchReason(edited.map(({ field }) => field.path))
  const outcomes: Outcome[] = []
  for (const { id, version } of distinct(edit.records)) {
    let known = 0
    const outcome = await context.db
      .transaction()
      .execute(async (tx) => {
        const stored = await storedRecord(tx, saver.records, id, 'lock')
        known = stored.row_version
        const judged = await outcomeOf(saver, stored, edited, version)
        if ('state' in judged) return judged
        const next = await keep(tx, saver, stored, judged, reason)
        return { id, state: 'changed' as const, version: next, changes: [] }
      })
      .catch((problem: unknown) => refusalOf(context, id, known, problem))
    outcomes.push(outcome)
  }
  return outcomes
}

/** What `updateBatch` would do: nothing is written, and no number is drawn. */
export async function previewBatch(
  context: CallContext,
  services: Services,
  edit: BatchEdit,
): Promise<Outcome[]> {
  const saver = await saverOf(context, services, edit.modelId)
  const edited = editedFields(saver, edit.fields)
  const claims: UniqueClaims = new Map()
  const outcomes: Outcome[] = []
  let waiting: Change[] = []
  let bytes = 0
  for (const { id, version } of distinct(edit.records)) {
    let known = 0
    try {
      const stored = await storedRecord(context.db, saver.records, id)
      known = stored.row_version
      const judged = await outcomeOf(saver, stored, edited, version)
      if ('state' in judged) {
        outcomes.push(judged)
        continue
      }
      await claimUnique(context.db, saver.model.form, id, judged.checked, claims, context)
      const outcome: Outcome = { id, state: 'changed', version: known, changes: [] }
      const [before, after] = [judged.before.data, judged.checked]
      waiting.push({ outcome, before, after })
      outcomes.push(outcome)
      bytes += jsonBytes(before) + jsonBytes(after)
    } catch (problem) {
      outcomes.push(refusalOf(context, id, known, problem))
    }
    if (waiting.length >= SHOWN.records || bytes > SHOWN.bytes) await tell()
  }
  await tell()
  return outcomes

  async function tell(): Promise<void> {
    const described = await changesOf(saver, edited, waiting)
    for (const [index, { outcome }] of waiting.entries()) outcome.changes.push(...(described[index] ?? []))
    waiting = []
    bytes = 0
  }
}

/** The form's verdict on a record with the values; an outcome where nothing is to be kept. @throws ApiError 400 */
async function outcomeOf(
  saver: Saver,
  stored: Stored,
  edited: readonly EditedField[],
  version: number | undefined,
): Promise<Judged | Outcome> {
  const { id, row_version: now } = stored
  const same: Outcome = { id, state: 'same', version: now, changes: [] }
  const has = (data: RecordData) =>
    edited.every(({ field, value }) => jsonEqual(data[field.name] ?? null, value))
  if (has(stored.data)) return same
  if (version !== undefined && version !== now)
    return refused(saver.context, id, now, 'version', '@record.batch.version')
  const given = Object.fromEntries(edited.map(({ field, value }) => [field.name, value]))
  const judged = await judge(saver, stored, given)
  const { checked } = judged
  // What a rule hides is kept as nothing: the person who asked for a value would be told that it is there.
  if (
    edited.some(
      ({ field, value }) => isEmptyField(field, checked[field.name] ?? null) && !isEmptyField(field, value),
    )
  )
    return refused(saver.context, id, now, 'hidden', '@record.batch.hidden')
  const stays = ({ field }: EditedField) =>
    jsonEqual(stored.data[field.name] ?? null, checked[field.name] ?? null)
  return edited.every(stays) ? same : judged
}

async function changesOf(
  { context, services, model, rights }: Saver,
  edited: readonly EditedField[],
  changes: readonly Change[],
): Promise<readonly ChangedField[][]> {
  if (changes.length === 0) return []
  const first = edited.map(({ field }) => field)
  const seen = [...model.form.fields.values()].filter((field) => rights.open(field, 'form'))
  const fields = [
    ...first,
    ...seen.filter((field) => !first.includes(field) && field.definition?.server === undefined),
  ]
  const states = changes.flatMap(({ before, after }) => [before, after])
  const display = await prepareDisplay(model.form, fields, context, services, states)
  return changes.map(({ before, after }) =>
    changedFields(fields, display, context.text, before, { ...before, ...after })
      .slice(0, first.length + MOST)
      .map((change) => ({ ...change, before: short(change.before), after: short(change.after) })),
  )
}

function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}

/** A record that is named twice is changed once. */
function distinct(records: BatchEdit['records']): Iterable<BatchEdit['records'][number]> {
  return new Map(records.map((record) => [record.id, record])).values()
}
