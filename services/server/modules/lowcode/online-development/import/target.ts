import { setImmediate as nextTurn } from 'node:timers/promises'
import { ROWS_A_PIECE } from '@runtime/pieces'
import { CODE } from '@services/contract/envelope'
import { isAnyOf } from '../../../../database/batches'
import { ApiError, noRight } from '../../../../http/errors'
import type { CallContext, Services, Tx } from '../../../../module'
import { ACTS } from '../../../../right'
import type { KnownHead } from '../../../platform/transfer/heads'
import type { ImportTarget, JudgedRow } from '../../../platform/transfer/import'
import type { ImportRow } from '../../../platform/transfer/rows'
import { listFlows } from '../../workflow/flows'
import { listHeads } from '../export/heads'
import { hostWithNames } from '../names'
import { insertRecord, judgeRecord, type Stored, storedOf, storedRecord } from '../records'
import { type RecordData, wholeSql } from '../tables'
import { claimsOf, holdersOf, type UniqueClaims, uniqueErrors } from '../unique'
import { judge, keep, openSaver, type Saver } from '../updating'
import { type ImportField, importFields, importHeads } from './fields'
import { listsOf } from './lists'
import { readRows } from './values'

/** What is to be written of a row: a new record, or what is changed of one that is there. */
export interface Importable {
  readonly data: RecordData
  readonly checked: RecordData
  /** The record that has the row's unique value. */
  readonly stored: Stored | null
}

export interface ModelImport {
  readonly modelId: string
  readonly project_id?: string | undefined
}

/**
 * The records of a model as something that rows are imported into: judged by the model's form as a save is, kept by the same code.
 * @throws ApiError 403 where the list has no such button, whoever asks
 */
export async function modelTarget(
  context: CallContext,
  services: Services,
  { modelId, project_id: projectId = '' }: ModelImport,
): Promise<ImportTarget<Importable>> {
  const saver = await openSaver(context, services, modelId)
  const { model, rights, records } = saver
  const hasButton = model.list?.toolbar.some(({ code }) => code === ACTS.import) === true
  if (!hasButton || !rights.button(ACTS.import)) throw noRight(`${model.enCode}:${ACTS.import}`)
  const fields = importFields(model, rights)
  return {
    title: await titleOf(context, model.id, model.enCode),
    heads: importHeads(context, model, fields),
    known: knownHeads(context, model, rights, fields),
    lists: () => listsOf(context, services, fields),
    judge: (rows) => judgeRows(saver, fields, rows),
    async write(tx, { data, checked, stored }, inside) {
      if (stored) return changeRecord(tx, { ...saver, context: inside }, stored.id, data)
      const save = { modelId: model.id, data }
      await insertRecord(tx, { context: inside, services, records }, save, {
        checked,
        projectId: projectId.slice(0, 64),
      })
    },
  }
}

/** The columns of the caller's list, as an export of it heads them; those that are no field of the import are passed over. */
function knownHeads(
  context: CallContext,
  model: Saver['model'],
  rights: Saver['rights'],
  fields: readonly ImportField[],
): readonly KnownHead[] {
  const paths = new Set(fields.flatMap(({ field, columns }) => [field, ...columns].map(({ path }) => path)))
  return listHeads(context, model)
    .filter(({ column }) => rights.open(column.field ?? column, 'list'))
    .map(({ column: { path }, title, above }) => ({
      ...{ title, ...(above !== undefined && { above }) },
      ...(paths.has(path) && { path }),
    }))
}

/** Whether a flow that records begin with is there. @throws ApiError 400 (`spec/administration.md §4`, import dialog) */
export async function demandFlow(
  { db }: CallContext,
  modelId: string,
  flowId: string | undefined,
): Promise<void> {
  const model = await db
    .selectFrom('model')
    .select(['id', 'enable_flow'])
    .where((where) => where.or([where('id', '=', modelId), where('en_code', '=', modelId)]))
    .executeTakeFirst()
  if (model?.enable_flow !== 1) return
  const flows = await listFlows(db, undefined, model.id)
  const isThere =
    flowId === undefined || flowId === '' ? flows.length > 0 : flows.some(({ id }) => id === flowId)
  if (!isThere) throw new ApiError(CODE.badRequest, '@transfer.noFlow')
}

/** All rows by the form: names and what is taken already are asked for once. */
async function judgeRows(
  saver: Saver,
  fields: readonly ImportField[],
  rows: readonly ImportRow[],
): Promise<readonly JudgedRow<Importable>[]> {
  const { context, services, model, rights, records } = saver
  const read = await readRows(context, services, fields, rows)
  const datas = read.map(({ data }) => data)
  const named = await hostWithNames(context, services, model.form.fields.values(), datas)
  const claims = await claimsOf(context.db, model.form, datas)
  const known = model.list?.importing?.updates === true ? await recordsBehind(saver, claims) : new Map()
  const judged: JudgedRow<Importable>[] = []
  for (const [index, { data, errors }] of read.entries()) {
    const stored = known.size > 0 ? holderOf(model.form, data, claims, known) : null
    const own = `row ${index}`
    const verdict = stored
      ? await verdictOnChange(saver, stored, data)
      : await judgeRecord(context, services, model.form, data, named, {
          creating: true,
          permissions: rights.filling,
        })
    const faulty = new Set(errors.map(({ path }) => path))
    const found = [
      ...errors,
      // What a cell cannot be read as has been said: that it is missing too is no news.
      ...verdict.errors.filter(({ path }) => !faulty.has(path)),
      ...uniqueErrors(model.form, stored?.id ?? own, data, claims, context),
    ]
    judged.push({ errors: found, value: { data, checked: verdict.record, stored } })
    if (index % ROWS_A_PIECE === 0) await nextTurn()
  }
  return judged

  async function recordsBehind(of: Saver, taken: UniqueClaims): Promise<ReadonlyMap<string, Stored>> {
    const edit = of.rights.button(ACTS.update)
    const ids = new Set(taken.values())
    if (!edit || ids.size === 0) return new Map()
    const stored = await records
      .select(context.db)
      .select(['id', wholeSql.as('data'), 'row_version'])
      .where(isAnyOf('id', ids))
      .execute()
    return new Map(stored.map((row) => [row.id, storedOf(model.form, row)]))
  }
}

/** The one record that a row's unique values lead to; null where there is none, or more than one. */
function holderOf(
  form: Saver['model']['form'],
  data: RecordData,
  claims: UniqueClaims,
  known: ReadonlyMap<string, Stored>,
): Stored | null {
  const ids = new Set(holdersOf(form, data, claims))
  const [id] = ids
  return ids.size === 1 && id !== undefined ? (known.get(id) ?? null) : null
}

async function verdictOnChange(saver: Saver, stored: Stored, data: RecordData) {
  try {
    return { record: (await judge(saver, stored, data)).checked, errors: [] }
  } catch (error) {
    if (!(error instanceof ApiError) || !error.errors) throw error
    return { record: {}, errors: error.errors }
  }
}

/** As it is now, under a lock: what somebody has changed since the preview stays where the row says nothing of it. */
async function changeRecord(tx: Tx, saver: Saver, id: string, data: RecordData): Promise<void> {
  const stored = await storedRecord(tx, saver.records, id, 'lock')
  await keep(tx, saver, stored, await judge(saver, stored, data), 'import')
}

async function titleOf({ db, text }: CallContext, id: string, enCode: string): Promise<string> {
  const row = await db.selectFrom('model').select('full_name').where('id', '=', id).executeTakeFirst()
  return row ? text(row.full_name) : enCode
}
