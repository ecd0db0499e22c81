import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { newId } from '@runtime/id'
import type { Db, Tx } from '../../../module'
import type { BlobStore } from '../../../storage/blobs'
import { HEAD, typeOf } from './kind'

/** What bytes say of themselves. */
export interface Measured {
  readonly sha256: string
  readonly md5: string
  readonly size: number
  readonly type: string
}

/** Takes the measure of bytes as they pass. */
function createMeasure() {
  const sha256 = createHash('sha256')
  const md5 = createHash('md5')
  const head: Buffer[] = []
  let size = 0
  return {
    take(chunk: Buffer) {
      if (size < HEAD) head.push(chunk.subarray(0, HEAD - size))
      sha256.update(chunk)
      md5.update(chunk)
      size += chunk.length
    },
    async result(): Promise<Measured> {
      const type = await typeOf(Buffer.concat(head))
      return { sha256: sha256.digest('hex'), md5: md5.digest('hex'), size, type }
    },
  }
}

/** Keeps a stream under a new key and measures it on the way. */
export async function putMeasured(
  db: Db,
  store: BlobStore,
  body: Readable,
): Promise<Measured & { readonly key: string }> {
  const key = newId()
  const measure = createMeasure()
  const passing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      measure.take(chunk)
      done(null, chunk)
    },
  })
  await announce(db, key)
  // A source that breaks off breaks off what reads it too, which a bare pipe would leave waiting.
  body.on('error', (error) => passing.destroy(error))
  await store.put(key, body.pipe(passing))
  return { key, ...(await measure.result()) }
}

/** Measures what is kept under a key. */
export async function measureKept(store: BlobStore, key: string): Promise<Measured> {
  const measure = createMeasure()
  for await (const chunk of await store.get(key)) measure.take(chunk as Buffer)
  return measure.result()
}

/** Says, before a blob is written, that nothing refers to it yet: what a crash leaves behind is found and cleaned. */
export async function announce(db: Db | Tx, key: string, upload: string | null = null): Promise<void> {
  await db.insertInto('file_trash').values({ blob_id: key, store_upload: upload }).execute()
}

/**
 * Makes a kept blob a content, or finds the content that has the same bytes: then the blob stays in the trash, for its
 * caller to throw away after the transaction.
 */
export async function contentOf(
  tx: Tx,
  { key, ...measured }: Measured & { readonly key: string },
): Promise<{ readonly contentId: string; readonly isNew: boolean }> {
  const made = await tx
    .insertInto('file_content')
    .values({ id: key, ...measured })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) {
    await tx.deleteFrom('file_trash').where('blob_id', '=', key).execute()
    return { contentId: key, isNew: true }
  }
  const known = await tx
    .selectFrom('file_content')
    .select('id')
    .where('sha256', '=', measured.sha256)
    // Until this transaction ends nobody cleans it away.
    .forKeyShare()
    .executeTakeFirst()
  if (!known) throw new Error('A content was cleaned away while another file of it arrived.')
  return { contentId: known.id, isNew: false }
}

/** Throws a blob away for good. */
export async function discard(db: Db, store: BlobStore, key: string): Promise<void> {
  await store.delete(key)
  await db.deleteFrom('file_trash').where('blob_id', '=', key).execute()
}
