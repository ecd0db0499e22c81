import { type ModelTexts, openModel, type Part } from '@runtime/design/document'
import { newId } from '@runtime/id'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { inParts, isAnyOf } from '../../../database/batches'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Tx } from '../../../module'
import type { DraftRow, OpenDocuments } from './open-documents'
import { runSteps, type SentStep, type StepInput, wholeStep } from './run-steps'
import { PAGE_CHARACTERS } from './step-pages'
import type { ModelTable } from './tables'

type Column = 'tables' | 'form_data' | 'column_data' | 'app_column_data'

/** The column of each text that is designed. */
const COLUMNS: Readonly<Partial<Record<Part, Column>>> = {
  formData: 'form_data',
  columnData: 'column_data',
  appColumnData: 'app_column_data',
  tables: 'tables',
}

/** Characters of steps that a refusal carries; a browser that lacks more opens the draft again. */
const MOST_TOLD = 2 ** 20

/**
 * Carries out steps on a draft and keeps them with it, all or none. Those whose key is known have been carried out and are
 * skipped: an answer may have got lost.
 * @throws ApiError 409 with `{draftVersion, steps}`, the steps since (null: too many), where somebody has been before
 */
export async function takeSteps(
  context: CallContext,
  documents: OpenDocuments,
  { id, draftVersion: base, steps }: StepInput,
) {
  return context.db.transaction().execute(async (tx) => {
    const row = await lockedDraft(tx, id)
    const known = await numbersOf(tx, id, steps)
    // One before a known one came with it, and changed nothing.
    const first = steps.findLastIndex(({ key }) => known.has(key)) + 1
    const fresh = steps.slice(first).map((step, at) => ({ ...step, at: first + at }))
    if (new Set(steps.map(({ key }) => key)).size < steps.length)
      throw new ApiError(CODE.badRequest, '@design.stepsTwice')
    const own = [...known.values()]
    const last = Math.max(base, ...own)
    if (fresh.length === 0) return answered(steps, known, base, last)
    // What has been taken since the base are these very steps.
    const isOwn = own.filter((number) => number > base).length === row.draft_version - base
    if (!isOwn) throw await conflict(tx, row, base)
    const before = await documents.of(row, () => textsOf(tx, id))
    const { document, changed, kept } = runSteps(before, fresh)
    const draftVersion = row.draft_version + kept.length
    if (kept.length > 0) {
      await tx
        .updateTable('model')
        .set({ ...columnsOf(changed), draft_version: draftVersion, updated_at: new Date() })
        .where('id', '=', id)
        .execute()
      await keepSteps(context, tx, id, row.draft_version, kept)
      const after = { draft_version: draftVersion, steps: kept.length }
      await context.audit({ action: 'visualDevelopment.step', target: id, after }, tx)
    }
    for (const [at, { key }] of kept.entries()) known.set(key, row.draft_version + at + 1)
    return {
      ...answered(steps, known, base, draftVersion),
      keep: () => documents.keep({ ...row, draft_version: draftVersion }, document, row.size),
    }
  })
}

/** A step that is not kept has the number of the one before it. */
function answered(
  steps: readonly SentStep[],
  known: ReadonlyMap<string, number>,
  base: number,
  draftVersion: number,
) {
  let number = base
  const numbered = steps.map(({ key }) => {
    number = known.get(key) ?? number
    return { key, number }
  })
  return { draftVersion, steps: numbered, keep: () => {} }
}

async function lockedDraft(tx: Tx, id: string): Promise<DraftRow & { readonly size: number }> {
  const row = await tx
    .selectFrom('model')
    .select([
      'id',
      'draft_version',
      'created_at',
      sql<number>`octet_length(form_data) + octet_length(column_data) + octet_length(app_column_data)
        + octet_length(tables)`.as('size'),
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** The versions that steps have made, by key, of those that are known. */
async function numbersOf(tx: Tx, id: string, steps: readonly SentStep[]): Promise<Map<string, number>> {
  const keys = steps.map(({ key }) => key)
  const rows = await tx
    .selectFrom('model_step')
    .select(['key', 'number'])
    .where('model_id', '=', id)
    .where(isAnyOf('key', keys))
    .execute()
  return new Map(rows.map(({ key, number }) => [key, number]))
}

async function textsOf(tx: Tx, id: string): Promise<ModelTexts> {
  const row = await tx
    .selectFrom('model')
    .select(['form_data', 'column_data', 'app_column_data', 'tables'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return designedTexts(row)
}

/** The texts of a row that are designed. */
export function designedTexts(row: Readonly<Record<Column, string>>): ModelTexts {
  return Object.fromEntries(Object.entries(COLUMNS).map(([part, column]) => [part, row[column]]))
}

function columnsOf(texts: ModelTexts): Partial<Record<Column, string>> {
  return Object.fromEntries(
    Object.entries(COLUMNS).flatMap(([part, column]) => {
      const text = texts[part as Part]
      return text === undefined ? [] : [[column, text]]
    }),
  )
}

/** Of a save that is too long to be told as a step. */
const NOT_SAID = { command: '', inverse: '' } as const

async function keepSteps(
  context: CallContext,
  tx: Tx,
  id: string,
  version: number,
  kept: readonly { key: string; kind: SentStep['kind'] | 'whole'; command: string; inverse: string }[],
): Promise<void> {
  const rows = kept.map(({ key, kind, command, inverse }, at) => ({
    ...{ model_id: id, number: version + at + 1, key, kind, command, inverse },
    user_id: context.user.userId,
  }))
  for (const part of inParts(rows)) await tx.insertInto('model_step').values(part).execute()
}

/** Keeps a save of whole texts as a step too; one that changes none of them is none. */
export async function keepWhole(
  context: CallContext,
  tx: Tx,
  before: ModelTable | (Readonly<Record<Column, string>> & DraftRow),
  after: Readonly<Record<Column, string>>,
): Promise<void> {
  const changed = Object.entries(COLUMNS).flatMap(([part, column]) =>
    before[column] === after[column] ? [] : [part as Part],
  )
  if (changed.length === 0) return
  const [old, next] = [designedTexts(before), designedTexts(after)]
  const size = changed.reduce((sum, part) => sum + (old[part] ?? '').length + (next[part] ?? '').length, 0)
  // What would not be kept need not be read.
  const said = size > PAGE_CHARACTERS ? NOT_SAID : wholeStep(openModel(old), openModel(next), changed)
  const step = { key: newId(), kind: 'whole' as const, ...said }
  await keepSteps(context, tx, before.id, Number(before.draft_version), [step])
}

async function conflict(tx: Tx, row: DraftRow, base: number): Promise<ApiError> {
  const since = tx.selectFrom('model_step').where('model_id', '=', row.id).where('number', '>', base)
  const { size } = await since
    .select(sql<number>`coalesce(sum(octet_length(command)), 0)::float8`.as('size'))
    .executeTakeFirstOrThrow()
  const steps =
    size > MOST_TOLD || base > row.draft_version
      ? null
      : await since
          .leftJoin('user_account', 'user_account.id', 'model_step.user_id')
          .select([
            'model_step.number',
            'model_step.kind',
            'model_step.key',
            'model_step.command',
            'model_step.user_id as userId',
            sql<string>`coalesce(user_account.real_name, '')`.as('userName'),
          ])
          .orderBy('model_step.number')
          .execute()
  return new ApiError(CODE.conflict, '@design.draftConflict', {
    data: { draftVersion: row.draft_version, steps },
  })
}
