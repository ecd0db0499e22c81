import { MOST_FILES, type recordPageCalls } from '@services/contract/areas/lowcode/record-page'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { isAnyOf } from '../../../database/batches'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../../module'
import { ACTS } from '../../../right'
import type { FileHolder } from '../../platform/file/access'
import { rowsOf, stored } from '../../platform/file/files'
import { idOf } from '../../platform/file/names'
import { recordsOf } from '../online-development/gate/records-of'
import { demandRecord, type ReadableRecord } from './record'

type Calls = typeof recordPageCalls
type Attached = ResponseOf<Calls['recordFile.create']>

/** How files that are attached to records are noted. */
const HOLDER = 'recordFile'
/** What they are sent as: the files of forms, which the cleaning takes where nothing refers to them. */
const KIND = 'annex'

/** An attached file is for those who may read its record, while that is there. */
export function provideRecordFiles(services: Services): void {
  services.files.provide(HOLDER, async (context, holders) => {
    const open = new Set<FileHolder>()
    for (const modelId of new Set(holders.map(({ scope }) => scope))) {
      const own = holders.filter(({ scope }) => scope === modelId)
      const ids = await readableIds(context, services, modelId, new Set(own.map(({ holderId }) => holderId)))
      for (const holder of own) if (ids.has(holder.holderId)) open.add(holder)
    }
    return open
  })
}

async function readableIds(
  context: CallContext,
  services: Services,
  modelId: string,
  ids: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  try {
    const records = await recordsOf(context, services, modelId)
    const rows = await records.select(context.db).select('id').where(isAnyOf('id', ids)).execute()
    return new Set(rows.map(({ id }) => id))
  } catch (error) {
    // No right to the model, or no such model any more.
    if (error instanceof ApiError) return new Set()
    throw error
  }
}

export async function listFiles(
  context: CallContext,
  services: Services,
  input: InputOf<Calls['recordFile.list']>,
): Promise<{ list: Attached[] }> {
  const record = await demandRecord(context, services, input)
  return { list: await attachedTo(context, context.db, record) }
}

/** @throws ApiError 404 for a file that the caller may not use; 400 where there are as many as there may be */
export async function attachFile(
  context: CallContext,
  services: Services,
  input: InputOf<Calls['recordFile.create']>,
): Promise<Attached> {
  const record = await demandRecord(context, services, input)
  const [file] = await rowsOf(context.db, [input.fileId])
  // What others have sent is theirs to attach, and what was sent for another use stays there.
  if (file?.kind !== KIND || file.owner_id !== context.user.userId) throw notFound()
  const fileId = file.id
  return context.db.transaction().execute(async (tx) => {
    const before = await locked(tx, record)
    if (!before.includes(fileId)) {
      if (before.length >= MOST_FILES)
        throw new ApiError(CODE.badRequest, '@record.filesAtMost', { params: { count: MOST_FILES } })
      const row = { model_id: record.model.id, record_id: record.id, file_id: fileId }
      await tx
        .insertInto('record_file')
        .values({ ...row, user_id: context.user.userId })
        .execute()
      await refer(tx, services, record, [...before, fileId])
      await note(context, tx, 'create', record, { after: { name: file.name } })
    }
    const attached = (await attachedTo(context, tx, record)).find((one) => idOf(one.file.fileId) === fileId)
    // It has gone since it was looked up.
    if (!attached) throw notFound()
    return attached
  })
}

/** @throws ApiError 404 for a file that the caller may not take off */
export async function detachFile(
  context: CallContext,
  services: Services,
  input: InputOf<Calls['recordFile.delete']>,
): Promise<void> {
  const record = await demandRecord(context, services, input)
  await context.db.transaction().execute(async (tx) => {
    const before = await locked(tx, record)
    const found = (await attachedTo(context, tx, record)).find(({ id }) => id === input.attachmentId)
    if (!found || found.mayDelete === 0) throw notFound()
    const fileId = idOf(found.file.fileId)
    await tx.deleteFrom('record_file').where('id', '=', Number(found.id)).execute()
    await refer(
      tx,
      services,
      record,
      before.filter((id) => id !== fileId),
    )
    await note(context, tx, 'delete', record, { before: { name: found.file.name } })
  })
}

/** The files of a record, which nobody else changes until the transaction ends. @throws ApiError 404 when it has gone */
async function locked(tx: Tx, { model, id, records }: ReadableRecord): Promise<readonly string[]> {
  const record = await records.select(tx).select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!record) throw notFound()
  const rows = await tx
    .selectFrom('record_file')
    .select('file_id')
    .where('model_id', '=', model.id)
    .where('record_id', '=', id)
    .execute()
  return rows.map(({ file_id }) => file_id)
}

function refer(tx: Tx, services: Services, { model, id }: ReadableRecord, files: readonly string[]) {
  const references = files.map((file) => ({ file, field: '' }))
  return services.files.refer(tx, HOLDER, { scope: model.id, holderId: id }, references)
}

async function attachedTo(context: CallContext, db: Db | Tx, { model, id, records }: ReadableRecord) {
  const rows = await db
    .selectFrom('record_file')
    .leftJoin('user_account', 'user_account.id', 'record_file.user_id')
    .select(['record_file.id', 'file_id', 'user_id', 'record_file.created_at', 'real_name', 'account'])
    .where('model_id', '=', model.id)
    .where('record_id', '=', id)
    .orderBy('record_file.id', 'desc')
    .execute()
  const files = await rowsOf(
    db,
    rows.map(({ file_id }) => file_id),
  )
  const byId = new Map(files.map((file) => [file.id, stored(file)]))
  const { userId, isAdministrator } = context.user
  const mayWrite = records.rights.button(ACTS.attach)
  return rows.flatMap((row): Attached[] => {
    const file = byId.get(row.file_id)
    if (!file) return []
    const { fileVersionId: _version, ...kept } = file
    return [
      {
        id: String(row.id),
        file: { ...kept, name: files.find(({ id }) => id === row.file_id)?.name ?? kept.name },
        userId: row.user_id,
        userName: row.real_name || row.account || context.text('@message.gonePerson'),
        at: row.created_at.getTime(),
        mayDelete: mayWrite && (isAdministrator || row.user_id === userId) ? 1 : 0,
      },
    ]
  })
}

/** Under the record itself: its history tells of its files. */
async function note(
  context: CallContext,
  tx: Tx,
  act: 'create' | 'delete',
  { model, id }: ReadableRecord,
  change: { readonly before?: object; readonly after?: object },
): Promise<void> {
  await context.audit({ action: `recordFile.${act}`, target: `${model.id}/${id}`, ...change }, tx)
}
