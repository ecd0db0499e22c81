import { type EvaluateOptions, evaluating, oversize } from '@runtime/form'
import type { FieldError, FormPlan } from '@runtime/form/plan'
import { newId } from '@runtime/id'
import { propOfPath } from '@runtime/list'
import { CODE } from '@services/contract/envelope'
import { breathing } from '../../../breath'
import { isAnyOf } from '../../../database/batches'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../../module'
import type { ReleasedModel } from '../visual-development/released'
import { prepareDisplay } from './display'
import { receiveRecord, referFiles } from './files'
import { applyHooks } from './hooks'
import { hostWithNames } from './names'
import { choicesOf } from './options'
import { type RecordRights, rightsOf } from './rights'
import { auditedOf, openSecretsOf, sealSecrets, unmaskSecrets } from './secrets'
import { columnsOf, type RecordData, wholeSql } from './tables'
import { releaseUnique, takeUnique } from './unique'

/** A record as the wire has it: `data` is JSON text. */
export interface WireRecord {
  readonly id: string
  readonly data: string
  readonly version: number
}

/** Why a save may have overwritten another's: what the audit says of one that named no version. */
const UNCHECKED = 'no version named'

interface Stored {
  readonly id: string
  readonly data: RecordData
  readonly row_version: number
}

/**
 * Makes a record: computed and checked by the model's form as it is now.
 * @throws ApiError 400 naming every field that the form would refuse; 403 without the right.
 */
export async function createRecord(
  context: CallContext,
  services: Services,
  modelId: string,
  sent: unknown,
): Promise<{ id: string; version: number }> {
  const model = await services.models.current(modelId)
  const rights = await rightsOf(context, services, model)
  const { data, projectId } = parse(sent)
  const checked = await check(context, services, model.form, data, { creating: true, permissions: rights })
  const id = newId()
  await context.db.transaction().execute(async (tx) => {
    const hooked = await applyHooks(model.form, checked, { tx, context, services, creating: true })
    const record = sealSecrets(services.secrets, model.form, id, hooked)
    await takeUnique(tx, model.form, id, record, context)
    await tx
      .insertInto('record')
      .values({
        model_id: model.id,
        id,
        version: model.version,
        ...columnsOf(model.form, record),
        owner_id: context.user.userId,
        organize_id: context.user.organizeId ?? '',
        project_id: projectId,
        updated_at: null,
        updated_by: '',
        deleted_at: null,
      })
      .execute()
    await referFiles(tx, services, model, id, record)
    const after = auditedOf(model.form, record)
    await context.audit({ action: 'record.create', target: `${model.id}/${id}`, after }, tx)
  })
  return { id, version: 1 }
}

/**
 * Saves a record. What the request may not say (hidden, computed, closed to the caller) keeps its stored value, and so
 * does what an earlier version of the model had.
 * Without `version` (documented clients send none) the last writer wins, and the audit says that nothing was compared.
 * @throws ApiError 409 with the stored record when `version` is not its version any more.
 */
export async function updateRecord(
  context: CallContext,
  services: Services,
  target: { readonly modelId: string; readonly id: string },
  sent: unknown,
  version: number | undefined,
): Promise<{ id: string; version: number }> {
  const model = await services.models.current(target.modelId)
  const rights = await rightsOf(context, services, model)
  const { data } = parse(sent)
  const next = await context.db.transaction().execute(async (tx) => {
    const stored = await storedRecord(tx, context, model, rights, target.id, 'lock')
    if (version !== undefined && version !== stored.row_version)
      throw conflict(context, services, model, rights, stored)
    const before = { kept: stored.data, data: opened(context, services, model.form, stored.id, stored.data) }
    const options = { creating: false, permissions: rights, stored: before.data }
    const checked = await check(context, services, model.form, data, options)
    const hooked = await applyHooks(model.form, checked, { tx, context, services, creating: false })
    const sealed = sealSecrets(services.secrets, model.form, stored.id, hooked, before)
    const record = { ...stored.data, ...sealed }
    await takeUnique(tx, model.form, stored.id, record, context)
    await tx
      .updateTable('record')
      .set({
        ...columnsOf(model.form, record),
        version: model.version,
        row_version: stored.row_version + 1,
        updated_at: new Date(),
        updated_by: context.user.userId,
      })
      .where('model_id', '=', model.id)
      .where('id', '=', stored.id)
      .execute()
    await referFiles(tx, services, model, stored.id, record)
    const audited = {
      action: 'record.update',
      target: `${model.id}/${stored.id}`,
      ...(version === undefined && { reason: UNCHECKED }),
    }
    const after = auditedOf(model.form, record, stored.data)
    await context.audit({ ...audited, before: auditedOf(model.form, stored.data), after }, tx)
    return stored.row_version + 1
  })
  return { id: target.id, version: next }
}

/** Deletes records, all or none. They stay in the database, marked; their unique values are free again. */
export async function deleteRecords(
  context: CallContext,
  services: Services,
  modelId: string,
  ids: readonly string[],
): Promise<number> {
  const model = await services.models.current(modelId)
  const rights = await rightsOf(context, services, model)
  const wanted = [...new Set(ids)].sort()
  await context.db.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('record')
      .set({ deleted_at: new Date(), updated_by: context.user.userId })
      .where('model_id', '=', model.id)
      .where(isAnyOf('id', wanted))
      .where('deleted_at', 'is', null)
      .$if(!rights.everybodys, (query) => query.where('owner_id', '=', context.user.userId))
      .returning(['id', wholeSql.as('data')])
      .execute()
    if (rows.length < wanted.length) {
      if (wanted.length === 1) throw notFound()
      throw new ApiError(CODE.notFound, '@record.someGone', {
        params: { count: wanted.length - rows.length },
      })
    }
    await releaseUnique(tx, model.id, wanted)
    for (const row of rows) {
      const before = auditedOf(model.form, row.data)
      await context.audit({ action: 'record.delete', target: `${model.id}/${row.id}`, before }, tx)
    }
  })
  return wanted.length
}

/** A record with its raw values, those closed to the caller left out. */
export async function readRecord(
  context: CallContext,
  services: Services,
  modelId: string,
  id: string,
): Promise<WireRecord> {
  const model = await services.models.current(modelId)
  const rights = await rightsOf(context, services, model)
  const stored = await storedRecord(context.db, context, model, rights, id)
  return wire(stored, seen(context, services, model, rights, stored))
}

/** A record as people read it, raw values beside the texts as `<field>_id`. */
export async function readForDisplay(
  context: CallContext,
  services: Services,
  modelId: string,
  id: string,
): Promise<WireRecord> {
  const model = await services.models.current(modelId)
  const rights = await rightsOf(context, services, model)
  const stored = await storedRecord(context.db, context, model, rights, id)
  const fields = [...model.form.fields.values()].filter((field) => rights.form(propOfPath(field.path)))
  const display = await prepareDisplay(model.form, fields, context, services, [stored.data])
  return wire(stored, display.row(stored.data))
}

function wire(stored: Stored, data: RecordData): WireRecord {
  return { id: stored.id, data: JSON.stringify(data), version: stored.row_version }
}

async function storedRecord(
  db: Db | Tx,
  context: CallContext,
  model: ReleasedModel,
  rights: RecordRights,
  id: string,
  lock?: 'lock',
): Promise<Stored> {
  const row = await db
    .selectFrom('record')
    .select(['id', wholeSql.as('data'), 'row_version'])
    .where('model_id', '=', model.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(!rights.everybodys, (query) => query.where('owner_id', '=', context.user.userId))
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

async function check(
  context: CallContext,
  services: Services,
  form: FormPlan,
  data: RecordData,
  options: EvaluateOptions,
): Promise<RecordData> {
  refuse(oversize(form, data, context))
  const unmasked = unmaskSecrets(form, data, options.stored ?? {})
  const named = await hostWithNames(context, services, form.fields.values(), [unmasked], {
    kept: options.stored,
  })
  const received = await receiveRecord(context, services, form, unmasked, named, options.stored)
  const choices = await choicesOf(form, services, context.language, options.stored)
  const { record, errors } = await breathing(
    evaluating(form, received.data, received.host, { ...options, choices }),
  )
  refuse(errors)
  return record
}

function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new ApiError(CODE.badRequest, errors[0]?.message ?? '', { errors })
}

function conflict(
  context: CallContext,
  services: Services,
  model: ReleasedModel,
  rights: RecordRights,
  stored: Stored,
): ApiError {
  const { data, version } = wire(stored, seen(context, services, model, rights, stored))
  return new ApiError(CODE.conflict, '@record.conflict', { data: { version, data } })
}

/** What the caller may see of a record, secrets among it opened. */
function seen(
  context: CallContext,
  services: Services,
  { form }: ReleasedModel,
  rights: RecordRights,
  stored: Stored,
): RecordData {
  return opened(context, services, form, stored.id, open(form, rights, stored.data))
}

function opened(
  { text }: CallContext,
  { secrets }: Services,
  form: FormPlan,
  id: string,
  kept: RecordData,
): RecordData {
  return openSecretsOf(secrets, form, id, kept, text('@record.secretUnreadable'))
}

/** The values that the caller may see. */
function open(form: FormPlan, rights: RecordRights, data: RecordData): RecordData {
  const seen: RecordData = {}
  for (const [name, value] of Object.entries(data)) {
    const field = form.fields.get(name)
    if (!field || !rights.form(propOfPath(field.path))) continue
    seen[name] =
      field.columns && Array.isArray(value) ? value.map((row) => openRow(name, rights, row)) : value
  }
  return seen
}

function openRow(table: string, rights: RecordRights, row: RecordData): RecordData {
  const entries = Object.entries(row).filter(([name]) => name === 'id' || rights.form(`${table}-${name}`))
  return Object.fromEntries(entries)
}

/** What was sent, text or object, and the project it names. */
function parse(sent: unknown): { data: RecordData; projectId: string } {
  let data = sent
  if (typeof sent === 'string') {
    try {
      data = JSON.parse(sent)
    } catch {
      throw new ApiError(CODE.badRequest, '@record.notJson')
    }
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new ApiError(CODE.badRequest, '@record.notJson')
  const project = (data as RecordData)['project_id']
  return { data: data as RecordData, projectId: typeof project === 'string' ? project.slice(0, 64) : '' }
}
