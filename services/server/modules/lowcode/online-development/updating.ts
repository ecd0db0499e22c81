import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { CallContext, Services, Tx } from '../../../module'
import type { ReleasedModel } from '../visual-development/released'
import { byReleased, holdReleased } from './as-released'
import { referFiles } from './files'
import { type Records, recordsOf } from './gate/records-of'
import { applyHooks } from './hooks'
import { judgedAsNow } from './older-form'
import { check, opened, parse, type Stored, seen, storedRecord, wire } from './records'
import type { RecordRights } from './rights'
import { type NamedSave, noteSave, type Saved, savedBefore } from './save-once'
import { auditedOf, type Opened, sealSecrets } from './secrets'
import { columnsOf } from './stored'
import type { RecordData } from './tables'
import { takeUnique } from './unique'

/** Why a save may have overwritten another's: what the audit says of one that named no version. */
const UNCHECKED = 'no version named'

/** Whose records of which model are saved. */
export interface Saver {
  readonly context: CallContext
  readonly services: Services
  readonly model: ReleasedModel
  readonly rights: RecordRights
  readonly records: Records
}

export async function openSaver(context: CallContext, services: Services, modelId: string): Promise<Saver> {
  const records = await recordsOf(context, services, modelId)
  return { context, services, records, model: records.model, rights: records.rights }
}

/** What a save comes to: the record before it, and what the form makes of what was sent. */
export interface Judged {
  readonly before: Opened
  readonly checked: RecordData
}

/**
 * Saves a record. What the request may not say (hidden, computed, closed to the caller) keeps its stored value, and so
 * does what an earlier version of the model had.
 * Without `version` (documented clients send none) the last writer wins, and the audit says that nothing was compared.
 * @throws ApiError 409 with the stored record when `version` is not its version any more.
 */
export function updateRecord(context: CallContext, services: Services, save: OldSave): Promise<Saved> {
  return byReleased(() => update(context, services, save))
}

type OldSave = NamedSave & { readonly id: string }

async function update(context: CallContext, services: Services, save: OldSave): Promise<Saved> {
  const { modelId, id, version } = save
  const saver = await openSaver(context, services, modelId)
  const saved = await savedBefore(context.db, context, save)
  if (saved) return saved
  const { data } = parse(save.data)
  return context.db.transaction().execute(async (tx) => {
    const stored = await storedRecord(tx, saver.records, id, 'lock')
    const next = { id, version: stored.row_version + 1 }
    const meanwhile = await noteSave(tx, context, save, next)
    if (meanwhile) return meanwhile
    if (version !== undefined && version !== stored.row_version) throw await conflict(tx, saver, stored)
    const filled = { data, version: save.formVersion }
    const judged = await judgedAsNow(context, services, saver.model, filled, (now) =>
      judge(saver, stored, now),
    )
    await keep(tx, saver, stored, judged, version === undefined ? UNCHECKED : undefined)
    return next
  })
}

/** Judges what was sent for a stored record by the model's form, changing nothing. @throws ApiError 400 */
export async function judge(
  { context, services, model, rights }: Saver,
  stored: Stored,
  sent: RecordData,
): Promise<Judged> {
  const before = { kept: stored.data, data: opened(context, services, model.form, stored.id, stored.data) }
  const options = { creating: false, permissions: rights.filling, stored: before.data }
  return { before, checked: await check(context, services, model.form, sent, options) }
}

/**
 * Keeps a judged record over the stored one, with what only the server can give, and answers its new version. The audit has it as an
 * update, with `reason` where there is one.
 */
export async function keep(
  tx: Tx,
  { context, services, model, records }: Saver,
  stored: Stored,
  { before, checked }: Judged,
  reason?: string,
): Promise<number> {
  await holdReleased(tx, model)
  const hooked = await applyHooks(model.form, checked, { tx, context, services, creating: false })
  const sealed = sealSecrets(services.secrets, model.form, stored.id, hooked, before)
  const record = { ...stored.data, ...sealed }
  await takeUnique(tx, model.form, stored.id, record, context)
  await records
    .update(tx)
    .set({
      ...columnsOf(model.form, record, stored.kept),
      version: model.version,
      row_version: stored.row_version + 1,
      updated_at: new Date(),
      updated_by: context.user.userId,
    })
    .where('id', '=', stored.id)
    .execute()
  await records.demandReached(tx, stored.id)
  await referFiles(tx, services, model, stored.id, record)
  const audited = {
    action: 'record.update',
    target: `${model.id}/${stored.id}`,
    ...(reason !== undefined && { reason }),
  }
  const after = auditedOf(model.form, record, stored.data)
  await context.audit({ ...audited, before: auditedOf(model.form, stored.data), after }, tx)
  return stored.row_version + 1
}

/** What the record is by now, and who made it so when. */
async function conflict(
  tx: Tx,
  { context, services, model, rights, records }: Saver,
  stored: Stored,
): Promise<ApiError> {
  const { data, version } = wire(stored, seen(context, services, model, rights, stored))
  const last = await records
    .select(tx)
    .select(['updated_at', 'updated_by'])
    .where('id', '=', stored.id)
    .executeTakeFirst()
  const by = last?.updated_by
    ? await tx
        .selectFrom('user_account')
        .select(['real_name', 'account'])
        .where('id', '=', last.updated_by)
        .executeTakeFirst()
    : undefined
  return new ApiError(CODE.conflict, '@record.conflict', {
    data: {
      ...{ version, data },
      ...(last?.updated_at && { savedAt: last.updated_at.getTime() }),
      ...(by && { savedBy: by.real_name || by.account }),
    },
  })
}
