import type { Readable } from 'node:stream'
import { newId } from '@runtime/id'
import type { StoredFile } from '@runtime/widget/stored-file'
import { CODE } from '@services/contract/envelope'
import { isAnyOf } from '../../../database/batches'
import { ApiError } from '../../../http/errors'
import { FORM_FILE_LIMIT } from '../../../http/upload'
import type { CallContext, Db, Tx } from '../../../module'
import { type BlobStore, StorageFull } from '../../../storage/blobs'
import { contentOf, discard, type Measured, putMeasured } from './contents'
import { isImage } from './kind'
import { extensionOf, fileNameOf, idOf, wireName } from './names'
import { demandRoom, type Room } from './quota'

/** Kinds of file that are images alone. */
const IMAGE_KINDS = new Set(['annexpic', 'userAvatar', 'IM'])
/** Megabytes of an image in the chat (`spec/shell-and-monitoring.md §5`). */
const CHAT_IMAGE_LIMIT = 5

/** What its form says of where a file is to be kept (`spec/widgets.md §3`, "Upload form payload"). */
export interface Place {
  readonly pathType?: string | undefined
  readonly isAccount?: number | undefined
  readonly folder?: string | undefined
}

/** A file row with what its bytes say. */
export interface FileRow {
  readonly id: string
  readonly name: string
  readonly extension: string
  readonly kind: string
  readonly owner_id: string
  readonly content_id: string
  readonly size: number
  readonly type: string
}

/** What a call answers about a file (`spec/widgets.md §3`, "Uploaded file"). */
export function stored(row: FileRow) {
  const name = wireName(row)
  return {
    name,
    url: urlOf(row),
    fileSize: row.size,
    fileExtension: row.extension,
    fileVersionId: row.id,
    fileId: name,
  }
}

export function asStoredFile(row: FileRow): StoredFile {
  const { name, size, extension, type } = row
  return { id: wireName(row), name, size, extension, type, url: urlOf(row) }
}

const urlOf = (row: FileRow) => fileUrl(row.kind, wireName(row))

/** Where a file is read, by its kind and its wire name. */
export function fileUrl(kind: string, name: string): string {
  return `/api/file/Image/${kind}/${name}`
}

/** The rows of files by their wire names. */
export async function rowsOf(db: Db | Tx, wireNames: readonly string[]): Promise<readonly FileRow[]> {
  const ids = [...new Set(wireNames.map(idOf))]
  if (ids.length === 0) return []
  return db
    .selectFrom('file')
    .innerJoin('file_content', 'file_content.id', 'file.content_id')
    .select([
      'file.id',
      'file.name',
      'file.extension',
      'file.kind',
      'file.owner_id',
      'file.content_id',
      'file_content.size',
      'file_content.type',
    ])
    .where(isAnyOf('file.id', ids))
    .execute()
}

/** Gives a content a name and an owner. */
export async function makeFile(
  tx: Tx,
  context: CallContext,
  file: { readonly contentId: string; readonly name: string; readonly kind: string; readonly place: Place },
  measured: Pick<Measured, 'size' | 'type'>,
): Promise<FileRow> {
  const name = fileNameOf(file.name)
  const row = {
    id: newId(),
    content_id: file.contentId,
    name,
    extension: extensionOf(name),
    kind: file.kind,
    folder: folderOf(file.place, context.user.userAccount),
    owner_id: context.user.userId,
  }
  await tx.insertInto('file').values(row).execute()
  return { ...row, size: measured.size, type: measured.type }
}

function folderOf({ pathType, isAccount, folder = '' }: Place, account: string): string {
  if (pathType !== 'selfPath') return ''
  const parts = folder.split(/[/\\]/).filter((part) => !/^\.*$/.test(part))
  return [...(isAccount === 1 ? [account] : []), ...parts].join('/')
}

/**
 * Keeps a file that arrives in one piece.
 * @throws ApiError 400 when an image is due and the bytes are none.
 */
export async function keepWhole(
  context: CallContext,
  store: BlobStore,
  sent: { readonly name: string; readonly body: Readable & { readonly truncated?: boolean } },
  kind: string,
  place: Place,
  room: Room,
): Promise<FileRow> {
  const { db } = context
  // How long it is only its end will tell: at most what a form's file may be.
  await demandRoom(db, context.user.userId, FORM_FILE_LIMIT * 2 ** 20, room)
  const put = await whileThereIsRoom(() => putMeasured(db, store, sent.body))
  const refuse = async (error: ApiError) => {
    await discard(db, store, put.key)
    return error
  }
  if (sent.body.truncated)
    throw await refuse(new ApiError(CODE.badRequest, '@server.fileTooLarge', { params: { limit: 50 } }))
  if (IMAGE_KINDS.has(kind) && !isImage(put.type))
    throw await refuse(new ApiError(CODE.badRequest, '@files.notImage'))
  if (kind === 'IM' && put.size >= CHAT_IMAGE_LIMIT * 2 ** 20)
    throw await refuse(
      new ApiError(CODE.badRequest, '@files.imageTooLarge', {
        params: { size: CHAT_IMAGE_LIMIT, unit: 'MB' },
      }),
    )
  const made = await db.transaction().execute(async (tx) => {
    const content = await contentOf(tx, put)
    return { content, file: await makeFile(tx, context, { ...content, name: sent.name, kind, place }, put) }
  })
  if (!made.content.isNew) await discard(db, store, put.key)
  return made.file
}

/** Says a full store as what it is to a person: nothing of theirs is lost, and somebody else has to act. */
export async function whileThereIsRoom<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StorageFull) throw new ApiError(CODE.failed, '@files.storeFull')
    throw error
  }
}
