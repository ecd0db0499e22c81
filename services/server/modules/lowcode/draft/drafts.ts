import type { DraftValues } from '@runtime/draft/draft'
import { keptValues } from '@runtime/draft/kept'
import { isRecord } from '@runtime/json'
import { jsonBytes } from '@runtime/json-size'
import { RECORD_LIMIT } from '@runtime/limits'
import { MOST_DRAFTS, type recordDraftCalls } from '@services/contract/areas/lowcode/record-draft'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { DRAFT_DAYS } from '@services/contract/limits'
import { sql } from 'kysely'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../../module'
import { demandModel, rightsOf } from '../online-development/rights'
import { demandRecord } from '../record-page/record'
import type { ReleasedModel } from '../visual-development/released'

const MARK_LENGTH = 32

type Calls = typeof recordDraftCalls

export async function listDrafts(
  context: CallContext,
  services: Services,
  input: InputOf<Calls['recordDraft.list']>,
): Promise<ResponseOf<Calls['recordDraft.list']>> {
  const model = await demandForm(context, services, input)
  const rows = await context.db
    .selectFrom('record_draft')
    .select(['id', 'content', 'bases', 'revision', 'changed_at'])
    .where('owner_id', '=', context.user.userId)
    .where('model_id', '=', model.id)
    .where('record_id', '=', input.recordId ?? '')
    .where('changed_at', '>', sql<Date>`now() - make_interval(days => ${DRAFT_DAYS})`)
    .orderBy('changed_at', 'desc')
    .orderBy('id')
    .execute()
  return {
    list: await Promise.all(
      rows.map(async ({ id, content, bases, revision, changed_at }) => ({
        id,
        values: JSON.stringify(await openValues(context, services, model, content)),
        bases: JSON.stringify(bases),
        revision,
        changedAt: changed_at.getTime(),
      })),
    ),
  }
}

/** @throws ApiError 404 for a draft of somebody else, and for a record that is not there; 403 without the right to save */
export async function saveDraft(
  context: CallContext,
  services: Services,
  input: InputOf<Calls['recordDraft.save']>,
): Promise<void> {
  const model = await demandForm(context, services, input)
  if (jsonBytes(parsed(input.values), RECORD_LIMIT) > RECORD_LIMIT)
    throw new ApiError(CODE.badRequest, '@draft.tooLarge')
  const values = await openValues(context, services, model, parsed(input.values))
  const content = JSON.stringify(values)
  const bases = JSON.stringify(marksOf(values, parsed(input.bases)))
  const { userId } = context.user
  const { id, revision } = input
  await context.db.transaction().execute(async (tx) => {
    const kept = await tx
      .insertInto('record_draft')
      .values({
        ...{ id, owner_id: userId, model_id: model.id, record_id: input.recordId ?? '' },
        ...{ content, bases, revision },
      })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ content, bases, revision, changed_at: sql`now()` })
          .where('record_draft.owner_id', '=', userId)
          .where('record_draft.model_id', '=', model.id)
          .where('record_draft.record_id', '=', input.recordId ?? '')
          .where('record_draft.revision', '<', revision),
      )
      .returning('id')
      .executeTakeFirst()
    if (kept) return forgetOldest(tx, userId)
    const known = await tx
      .selectFrom('record_draft')
      .select('id')
      .where('id', '=', id)
      .where('owner_id', '=', userId)
      .where('model_id', '=', model.id)
      .where('record_id', '=', input.recordId ?? '')
      .executeTakeFirst()
    if (!known) throw notFound()
  })
}

/** Only the caller's own: another's stays, and is told apart from none in no way. */
export async function deleteDraft({ db, user }: CallContext, id: string): Promise<void> {
  await db.deleteFrom('record_draft').where('id', '=', id).where('owner_id', '=', user.userId).execute()
}

/** What nobody has changed for a month. */
export async function forgetOldDrafts(db: Db): Promise<void> {
  await db
    .deleteFrom('record_draft')
    .where('changed_at', '<=', sql<Date>`now() - make_interval(days => ${DRAFT_DAYS})`)
    .execute()
}

async function forgetOldest(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('record_draft')
    .where('id', 'in', (from) =>
      from
        .selectFrom('record_draft as old')
        .select('old.id')
        .where('old.owner_id', '=', userId)
        .orderBy('old.changed_at', 'desc')
        .orderBy('old.id', 'desc')
        .offset(MOST_DRAFTS),
    )
    .execute()
}

/** The model whose form the caller may save: that of a record they may change, or of a new one. */
async function demandForm(
  context: CallContext,
  services: Services,
  { modelId, recordId }: { readonly modelId: string; readonly recordId?: string | undefined },
): Promise<ReleasedModel> {
  await demandModel(context, services, modelId, recordId === undefined ? 'create' : 'update')
  if (recordId !== undefined) return (await demandRecord(context, services, { modelId, id: recordId })).model
  return services.models.current(modelId)
}

/** What the form has today, without what is closed to the caller. */
async function openValues(
  context: CallContext,
  services: Services,
  model: ReleasedModel,
  values: DraftValues,
): Promise<DraftValues> {
  const { open } = await rightsOf(context, services, model)
  return keptValues(model.form, values, (field) => open(field, 'form'))
}

/** The marks of values that are kept; a mark is a short text. */
function marksOf(values: DraftValues, bases: DraftValues): DraftValues {
  const isMark = ([path, mark]: [string, unknown]) =>
    Object.hasOwn(values, path) && typeof mark === 'string' && mark.length <= MARK_LENGTH
  return Object.fromEntries(Object.entries(bases).filter(isMark))
}

function parsed(sent: unknown): DraftValues {
  let value = sent
  try {
    if (typeof sent === 'string') value = JSON.parse(sent)
  } catch {
    // Said below.
  }
  if (!isRecord(value)) throw new ApiError(CODE.badRequest, '@record.notJson')
  return value
}
