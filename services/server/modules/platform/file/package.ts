import type { Readable } from 'node:stream'
import { formatDate } from '@runtime/date'
import { newId } from '@runtime/id'
import { CODE } from '@services/contract/envelope'
import { ZipFile } from 'yazl'
import { ApiError, notFound } from '../../../http/errors'
import { type CallContext, type Db, FileReply } from '../../../module'
import type { BlobStore } from '../../../storage/blobs'
import { TIME_ZONE } from '../../../time-zone'
import type { createFiles } from './access'
import { rowsOf } from './files'
import { fileNameOf, idOf, numbered } from './names'

/** Compressing again what is compressed costs much and saves nothing. */
const LOOSE = /^(text\/|application\/(octet-stream|json|x-cfb)|image\/bmp)/

/**
 * Notes which files are to be saved together.
 * @throws ApiError 400 naming a file that the caller may not read.
 */
export async function preparePackage(
  context: CallContext,
  files: ReturnType<typeof createFiles>,
  wanted: readonly { readonly fileId: string; readonly fileName?: string }[],
): Promise<{ readonly id: string; readonly name: string }> {
  const rows = await files.readable(
    context,
    wanted.map(({ fileId }) => fileId),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const entries = wanted.map(({ fileId, fileName }) => {
    const row = byId.get(idOf(fileId))
    if (!row) throw new ApiError(CODE.badRequest, '@files.gone', { params: { name: fileName ?? fileId } })
    return { fileId: row.id, name: fileNameOf(fileName ?? row.name) }
  })
  const names = numbered(entries.map(({ name }) => name))
  const row = {
    id: newId(),
    name: `${context.text('@files.packageName')}_${formatDate(Date.now(), 'yyyyMMddHHmmss', TIME_ZONE)}.zip`,
    entries: JSON.stringify(entries.map(({ fileId }, index) => ({ fileId, name: names[index] ?? fileId }))),
  }
  await context.db.insertInto('file_package').values(row).execute()
  return row
}

/** The noted files as a zip file that is made while it is read. */
export async function openPackage(db: Db, store: BlobStore, id: string): Promise<FileReply> {
  const noted = await db.selectFrom('file_package').selectAll().where('id', '=', id).executeTakeFirst()
  if (!noted) throw notFound()
  const rows = await rowsOf(
    db,
    noted.entries.map(({ fileId }) => fileId),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  for (const { fileId, name } of noted.entries) {
    const row = byId.get(fileId)
    if (!row) continue
    zip.addReadStreamLazy(name, { compress: LOOSE.test(row.type) }, (done) => {
      store.get(row.content_id).then(
        (body) => done(null, body),
        (error: unknown) => out.destroy(error as Error),
      )
    })
  }
  zip.end()
  return new FileReply(out, 'application/zip', noted.name)
}
