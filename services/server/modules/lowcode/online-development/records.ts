import { type EvaluateOptions, type Evaluation, evaluating, oversize } from '@runtime/form'
import type { FieldError, FormPlan } from '@runtime/form/plan'
import { newId } from '@runtime/id'
import { CODE } from '@services/contract/envelope'
import { breathing } from '../../../breath'
import { isAnyOf } from '../../../database/batches'
import { ApiError, notFound } from '../../../http/errors'
import { refuseLostNumbers } from '../../../http/exact-numbers'
import type { CallContext, Db, Services, Tx } from '../../../module'
import type { ReleasedModel } from '../visual-development/released'
import { byReleased, holdReleased } from './as-released'
import { choicesOf } from './choices'
import { prepareDisplay } from './display'
import { receiveRecord, referFiles } from './files'
import { type Records, recordsOf } from './gate/records-of'
import { applyHooks } from './hooks'
import { hostWithNames, type NamingHost } from './names'
import { judgedAsNow } from './older-form'
import type { RecordRights } from './rights'
import { type NamedSave, noteSave, type Saved, savedBefore } from './save-once'
import { auditedOf, openSecretsOf, sealSecrets, unmaskSecrets } from './secrets'
import { columnsOf, namedBy } from './stored'
import { type RecordData, wholeSql } from './tables'
import { releaseUnique, takeUnique } from './unique'

/** A record as the wire has it: `data` is JSON text. */
export interface WireRecord {
  readonly id: string
  readonly data: string
  readonly version: number
}

/** A record as its row has it. */
export interface Stored {
  readonly id: string
  /** By the names of the form's fields. */
  readonly data: RecordData
  /** By the keys that its values are kept under, those of former fields among them. */
  readonly kept: RecordData
  readonly row_version: number
}

/**
 * Makes a record: computed and checked by the model's form as it is now.
 * @throws ApiError 400 naming every field that the form would refuse; 403 without the right.
 */
export function createRecord(context: CallContext, services: Services, save: NewSave): Promise<Saved> {
  return byReleased(() => create(context, services, save))
}

type NewSave = Pick<NamedSave, 'modelId' | 'saveId' | 'data' | 'formVersion'>

async function create(context: CallContext, services: Services, save: NewSave): Promise<Saved> {
  const records = await recordsOf(context, services, save.modelId)
  const { model, rights } = records
  const before = await savedBefore(context.db, context, save)
  if (before) return before
  const { data, projectId } = parse(save.data)
  const filled = { data, version: save.formVersion }
  const checked = await judgedAsNow(context, services, model, filled, (now) =>
    check(context, services, model.form, now, { creating: true, permissions: rights.filling }),
  )
  return context.db
    .transaction()
    .execute((tx) => insertRecord(tx, { context, services, records }, save, { checked, projectId }))
}

/** Keeps a new record that has been judged, with what only the server can give, once for each name of a save. */
export async function insertRecord(
  tx: Tx,
  around: { readonly context: CallContext; readonly services: Services; readonly records: Records },
  save: NamedSave,
  { checked, projectId }: { readonly checked: RecordData; readonly projectId: string },
): Promise<Saved> {
  const { context, services, records } = around
  const { model } = records
  const saved = { id: newId(), version: 1 }
  const { id } = saved
  const meanwhile = await noteSave(tx, context, save, saved)
  if (meanwhile) return meanwhile
  await holdReleased(tx, model)
  const hooked = await applyHooks(model.form, checked, { tx, context, services, creating: true })
  const record = sealSecrets(services.secrets, model.form, id, hooked)
  await takeUnique(tx, model.form, id, record, context, 'new')
  await records
    .insert(tx)
    .values({
      model_id: model.id,
      id,
      version: model.version,
      ...columnsOf(model.form, record),
      owner_id: context.user.userId,
      organize_id: context.user.organizeIdList?.at(-1) ?? '',
      project_id: projectId,
      updated_at: null,
      updated_by: '',
      deleted_at: null,
    })
    .execute()
  await records.demandReached(tx, id)
  await referFiles(tx, services, model, id, record)
  const after = auditedOf(model.form, record)
  await context.audit({ action: 'record.create', target: `${model.id}/${id}`, after }, tx)
  return saved
}

/** Deletes records, all or none. They stay in the database, marked; their unique values are free again. */
export async function deleteRecords(
  context: CallContext,
  services: Services,
  modelId: string,
  ids: readonly string[],
): Promise<number> {
  const records = await recordsOf(context, services, modelId)
  const { model } = records
  const wanted = [...new Set(ids)].sort()
  await context.db.transaction().execute(async (tx) => {
    const rows = await records
      .update(tx)
      .set({ deleted_at: new Date(), updated_by: context.user.userId })
      .where(isAnyOf('id', wanted))
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
      const before = auditedOf(model.form, namedBy(model.form.fields, row.data))
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
  const records = await recordsOf(context, services, modelId)
  const { model, rights } = records
  const stored = await storedRecord(context.db, records, id)
  return wire(stored, seen(context, services, model, rights, stored))
}

/** A record as people read it, raw values beside the texts as `<field>_id`. */
export async function readForDisplay(
  context: CallContext,
  services: Services,
  modelId: string,
  id: string,
): Promise<WireRecord> {
  const { stored, shown } = await displayed(context, services, modelId, id)
  return wire(stored, shown)
}

/** The same for the server itself, which needs no text of it. */
export async function displayed(
  context: CallContext,
  services: Services,
  modelId: string,
  id: string,
): Promise<{ readonly stored: Stored; readonly shown: RecordData }> {
  const records = await recordsOf(context, services, modelId)
  const { model, rights } = records
  const stored = await storedRecord(context.db, records, id)
  const fields = [...model.form.fields.values()].filter((field) => rights.open(field, 'form'))
  const display = await prepareDisplay(model.form, fields, context, services, [stored.data])
  return { stored, shown: display.row(stored.data) }
}

export function wire(stored: Stored, data: RecordData): WireRecord {
  return { id: stored.id, data: JSON.stringify(data), version: stored.row_version }
}

/** @throws ApiError 404 for a record that is not there or not the caller's to see */
export async function storedRecord(
  db: Db | Tx,
  records: Records,
  id: string,
  lock?: 'lock',
): Promise<Stored> {
  const row = await records
    .select(db)
    .select(['id', wholeSql.as('data'), 'row_version'])
    .where('id', '=', id)
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw notFound()
  return storedOf(records.model.form, row)
}

/** A row of `record`, as the form knows it. */
export function storedOf(form: FormPlan, row: Omit<Stored, 'kept'>): Stored {
  return { ...row, data: namedBy(form.fields, row.data), kept: row.data }
}

/** What is to be kept of what was sent. @throws ApiError 400 naming every field that the form would refuse */
export async function check(
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
  const { record, errors } = await judgeRecord(context, services, form, unmasked, named, options)
  refuse(errors)
  return record
}

/** The form's verdict on a record that was sent. `named` knows the names of its ids, for one record or for many at once. */
export async function judgeRecord(
  context: CallContext,
  services: Services,
  form: FormPlan,
  sent: RecordData,
  named: NamingHost,
  options: EvaluateOptions,
): Promise<Evaluation> {
  const received = await receiveRecord(context, services, form, sent, named, options.stored)
  const choices = await choicesOf(form, services, context, sent, options.stored)
  const judge = () =>
    breathing(evaluating(form, received.data, received.host, { ...options, choices: choices.of }))
  let verdict = await judge()
  const learnt = [await choices.learn(), await named.learn()]
  if (learnt.includes(true)) verdict = await judge()
  return verdict
}

function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new ApiError(CODE.badRequest, errors[0]?.message ?? '', { errors })
}

/** What the caller may see of a record, secrets among it opened. */
export function seen(
  context: CallContext,
  services: Services,
  { form }: ReleasedModel,
  rights: RecordRights,
  stored: Stored,
): RecordData {
  return opened(context, services, form, stored.id, open(form, rights, stored.data))
}

export function opened(
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
    if (!field || !rights.open(field, 'form')) continue
    seen[name] =
      field.columns && Array.isArray(value) ? value.map((row) => openRow(name, rights, row)) : value
  }
  return seen
}

function openRow(table: string, rights: RecordRights, row: RecordData): RecordData {
  const entries = Object.entries(row).filter(
    ([name]) => name === 'id' || rights.open({ path: `${table}.${name}` }, 'form'),
  )
  return Object.fromEntries(entries)
}

/** What was sent, text or object, and the project it names. */
export function parse(sent: unknown): { data: RecordData; projectId: string } {
  let data = sent
  if (typeof sent === 'string') {
    try {
      data = JSON.parse(sent)
    } catch {
      throw new ApiError(CODE.badRequest, '@record.notJson')
    }
    refuseLostNumbers(sent)
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new ApiError(CODE.badRequest, '@record.notJson')
  const project = (data as RecordData)['project_id']
  return { data: data as RecordData, projectId: typeof project === 'string' ? project.slice(0, 64) : '' }
}
