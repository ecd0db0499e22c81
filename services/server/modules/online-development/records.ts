import { evaluateRecord, oversize } from '@runtime/form'
import type { FieldError, FormPlan } from '@runtime/form/plan'
import { newId } from '@runtime/id'
import { propOfPath } from '@runtime/list'
import { CODE } from '@services/contract/envelope'
import { isAnyOf } from '../../database/batches'
import { ApiError, notFound } from '../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../module'
import type { ReleasedModel } from '../visual-development/released'
import { prepareDisplay } from './display'
import { receiveRecord, referFiles } from './files'
import { applyHooks } from './hooks'
import { hostWithNames } from './names'
import { type RecordRights, rightsOf } from './rights'
import type { RecordData } from './tables'
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
    const record = await applyHooks(model.form, checked, { tx, context, services, creating: true })
    await takeUnique(tx, model.form, id, record, context)
    await tx
      .insertInto('record')
      .values({
        model_id: model.id,
        id,
        version: model.version,
        data: JSON.stringify(record),
        owner_id: context.user.userId,
        organize_id: context.user.organizeId ?? '',
        project_id: projectId,
        updated_at: null,
        updated_by: '',
        deleted_at: null,
      })
      .execute()
    await referFiles(tx, services, model, id, record)
    await context.audit({ action: 'record.create', target: `${model.id}/${id}`, after: record }, tx)
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
    if (version !== undefined && version !== stored.row_version) throw conflict(model.form, rights, stored)
    const options = { creating: false, permissions: rights, stored: stored.data }
    const checked = await check(context, services, model.form, data, options)
    const hooked = await applyHooks(model.form, checked, { tx, context, services, creating: false })
    const record = { ...stored.data, ...hooked }
    await takeUnique(tx, model.form, stored.id, record, context)
    await tx
      .updateTable('record')
      .set({
        data: JSON.stringify(record),
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
    await context.audit({ ...audited, before: stored.data, after: record }, tx)
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
      .returning(['id', 'data'])
      .execute()
    if (rows.length < wanted.length) {
      if (wanted.length === 1) throw notFound()
      throw new ApiError(CODE.notFound, '@record.someGone', {
        params: { count: wanted.length - rows.length },
      })
    }
    await releaseUnique(tx, model.id, wanted)
    for (const row of rows)
      await context.audit({ action: 'record.delete', target: `${model.id}/${row.id}`, before: row.data }, tx)
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
  return wire(stored, open(model.form, rights, stored.data))
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
    .select(['id', 'data', 'row_version'])
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
  options: Parameters<typeof evaluateRecord>[3],
): Promise<RecordData> {
  refuse(oversize(form, data, context))
  const named = await hostWithNames(context, services, form.fields.values(), [data], { kept: options.stored })
  const received = await receiveRecord(context, services, form, data, named, options.stored)
  const { record, errors } = evaluateRecord(form, received.data, received.host, options)
  refuse(errors)
  return record
}

function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new ApiError(CODE.badRequest, errors[0]?.message ?? '', { errors })
}

function conflict(form: FormPlan, rights: RecordRights, stored: Stored): ApiError {
  const { data, version } = wire(stored, open(form, rights, stored.data))
  return new ApiError(CODE.conflict, '@record.conflict', { data: { version, data } })
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
