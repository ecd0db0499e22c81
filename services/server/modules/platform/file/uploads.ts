import { type Readable, Transform } from 'node:stream'
import { newId } from '@runtime/id'
import type { fileCalls } from '@services/contract/areas/platform/file'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { CHUNK_SIZE } from '@services/contract/chunk'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { CallContext, Db, Tx } from '../../../module'
import type { BlobStore } from '../../../storage/blobs'
import { announce, contentOf, discard, measureKept } from './contents'
import { type FileRow, makeFile, whileThereIsRoom } from './files'
import { demandRoom, demandUpload, type Room } from './quota'

type Calls = typeof fileCalls
type Chunk = InputOf<Calls['file.chunk']>
type ChunkState = ResponseOf<Calls['file.chunk']>
type Merge = InputOf<Calls['file.merge']>

interface Upload {
  readonly id: string
  readonly store_upload: string
  readonly blob_id: string
  readonly total_chunks: number
}

/**
 * What the caller has sent of a content. One that they have sent whole before is here: but nobody gets a content by
 * naming its hash, so another's upload counts for nothing.
 */
export async function chunkState(context: CallContext, chunk: Chunk): Promise<ChunkState> {
  if (await ownContent(context, chunk.identifier, chunk.totalSize))
    return { uploaded: true, merge: true, chunkNumbers: [] }
  const upload = await findUpload(context.db, context, chunk)
  return upload ? stateOf(context.db, upload) : { uploaded: false, merge: false, chunkNumbers: [] }
}

/**
 * Keeps one chunk.
 * @throws ApiError 400 when its length is not what its number and the totals say.
 */
export async function keepChunk(
  context: CallContext,
  store: BlobStore,
  chunk: Chunk,
  body: Readable,
  room: Room,
): Promise<ChunkState> {
  const { db } = context
  const size = sizeOf(chunk)
  const upload = (await findUpload(db, context, chunk)) ?? (await beginUpload(context, store, chunk, room))
  const here = await db
    .selectFrom('file_part')
    .select('number')
    .where('upload_id', '=', upload.id)
    .where('number', '=', chunk.chunkNumber)
    .executeTakeFirst()
  if (here) return stateOf(db, upload)
  const counted = exactly(body, size)
  const receipt = await whileThereIsRoom(() => store.putPart(upload.store_upload, chunk.chunkNumber, counted))
  await db
    .insertInto('file_part')
    .values({ upload_id: upload.id, number: chunk.chunkNumber, receipt })
    .onConflict((conflict) => conflict.columns(['upload_id', 'number']).doUpdateSet({ receipt }))
    .execute()
  await db.updateTable('file_upload').set({ used_at: new Date() }).where('id', '=', upload.id).execute()
  return stateOf(db, upload)
}

/**
 * Makes a file of what has been sent. The content is measured: one that is not what its identifier says is thrown away.
 * @throws ApiError 400
 */
export async function mergeChunks(context: CallContext, store: BlobStore, merge: Merge): Promise<FileRow> {
  const known = await mergeKnown(context, merge)
  if (known) return known
  const { db } = context
  const done = await db.transaction().execute(async (tx) => {
    const upload = await completeUpload(tx, context, merge)
    if (!upload) return null
    const parts = await tx
      .selectFrom('file_part')
      .select(['number', 'receipt'])
      .where('upload_id', '=', upload.id)
      .orderBy('number')
      .execute()
    await store.complete(upload.store_upload, parts)
    const measured = { key: upload.blob_id, ...(await measureKept(store, upload.blob_id)) }
    await tx.deleteFrom('file_upload').where('id', '=', upload.id).execute()
    await announce(tx, upload.blob_id)
    if (measured.md5 !== merge.identifier || measured.size !== merge.fileSize)
      return { spare: upload.blob_id, file: null }
    const content = await contentOf(tx, measured)
    const file = await makeFile(tx, context, { ...content, ...nameAndKind(merge) }, measured)
    return { spare: content.isNew ? null : upload.blob_id, file }
  })
  if (done?.spare) await discard(db, store, done.spare)
  if (done?.file) return done.file
  // Another request of the same person may have put it together in the meantime.
  const knownFile = done ? null : await mergeKnown(context, merge)
  if (knownFile) return knownFile
  throw new ApiError(CODE.badRequest, done ? '@files.mismatch' : '@files.incomplete')
}

async function mergeKnown(context: CallContext, merge: Merge): Promise<FileRow | null> {
  return context.db.transaction().execute(async (tx) => {
    const content = await ownContent({ ...context, db: tx }, merge.identifier, merge.fileSize, 'keep')
    return content ? makeFile(tx, context, { contentId: content.id, ...nameAndKind(merge) }, content) : null
  })
}

function nameAndKind(merge: Merge) {
  return { name: merge.fileName, kind: merge.type ?? 'annex', place: merge }
}

/** A content of which the caller has a file of their own. */
async function ownContent(
  { db, user }: { readonly db: Db | Tx; readonly user: CallContext['user'] },
  md5: string,
  size: number,
  keep?: 'keep',
) {
  return db
    .selectFrom('file_content')
    .select(['id', 'size', 'type'])
    .where('md5', '=', md5)
    .where('size', '=', size)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('file')
          .select('file.id')
          .whereRef('file.content_id', '=', 'file_content.id')
          .where('file.owner_id', '=', user.userId),
      ),
    )
    .$if(keep !== undefined, (query) => query.forKeyShare())
    .limit(1)
    .executeTakeFirst()
}

async function findUpload(db: Db | Tx, { user }: CallContext, chunk: Chunk): Promise<Upload | undefined> {
  return db
    .selectFrom('file_upload')
    .select(['id', 'store_upload', 'blob_id', 'total_chunks'])
    .where('owner_id', '=', user.userId)
    .where('identifier', '=', chunk.identifier)
    .where('total_size', '=', chunk.totalSize)
    .where('total_chunks', '=', chunk.totalChunks)
    .executeTakeFirst()
}

/** The caller's upload that has all its chunks, held against a second merge. */
async function completeUpload(tx: Tx, { user }: CallContext, merge: Merge): Promise<Upload | undefined> {
  return tx
    .selectFrom('file_upload')
    .select(['id', 'store_upload', 'blob_id', 'total_chunks'])
    .where('owner_id', '=', user.userId)
    .where('identifier', '=', merge.identifier)
    .where('total_size', '=', merge.fileSize)
    .where(({ eb, selectFrom }) =>
      eb(
        'total_chunks',
        '=',
        selectFrom('file_part')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('file_part.upload_id', '=', 'file_upload.id'),
      ),
    )
    .forUpdate()
    .limit(1)
    .executeTakeFirst()
}

/** Chunks of one file arrive at the same time: the first one begins the upload, the others find it. */
async function beginUpload(
  context: CallContext,
  store: BlobStore,
  chunk: Chunk,
  room: Room,
): Promise<Upload> {
  const { db } = context
  await demandUpload(db, context.user.userId, room.quota)
  await demandRoom(db, context.user.userId, chunk.totalSize, room)
  const blob_id = newId()
  await announce(db, blob_id)
  const store_upload = await whileThereIsRoom(() => store.begin(blob_id, CHUNK_SIZE))
  const row = { id: newId(), store_upload, blob_id, total_chunks: chunk.totalChunks }
  const made = await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('file_trash').where('blob_id', '=', blob_id).execute()
    return tx
      .insertInto('file_upload')
      .values({
        ...row,
        owner_id: context.user.userId,
        identifier: chunk.identifier,
        total_size: chunk.totalSize,
      })
      .onConflict((conflict) => conflict.constraint('file_upload_of').doNothing())
      .returning('id')
      .executeTakeFirst()
  })
  if (made) return row
  await store.abort(store_upload)
  const first = await findUpload(db, context, chunk)
  if (!first) throw new ApiError(CODE.conflict, '@files.incomplete')
  return first
}

async function stateOf(db: Db, upload: Upload): Promise<ChunkState> {
  const parts = await db
    .selectFrom('file_part')
    .select('number')
    .where('upload_id', '=', upload.id)
    .orderBy('number')
    .execute()
  return {
    uploaded: false,
    merge: parts.length === upload.total_chunks,
    chunkNumbers: parts.map(({ number }) => number),
  }
}

/** How long a chunk is. The last one may be longer than the others, as simple-uploader makes it, or shorter. */
function sizeOf(chunk: Chunk): number {
  const { chunkNumber, totalChunks, totalSize } = chunk
  const last = totalSize - (totalChunks - 1) * CHUNK_SIZE
  const fits =
    last >= 0 && last < 2 * CHUNK_SIZE && (last > 0 || totalSize === 0) && chunkNumber <= totalChunks
  if (!fits) throw new ApiError(CODE.badRequest, '@files.badChunk')
  return chunkNumber < totalChunks ? CHUNK_SIZE : last
}

/** The stream, which fails as soon as it is longer than it should be, or when it ends before. */
function exactly(body: Readable, size: number): Readable {
  let passed = 0
  const refusal = () => new ApiError(CODE.badRequest, '@files.badChunk')
  const counted = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      passed += bytes.length
      if (passed > size) done(refusal())
      else done(null, bytes)
    },
    flush: (done) => done(passed < size ? refusal() : null),
  })
  body.on('error', (error) => counted.destroy(error))
  body.on('close', () => {
    if (!body.readableEnded) counted.destroy(refusal())
  })
  return body.pipe(counted)
}
