import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { newId } from '@runtime/id'
import { startBucket } from '@tests/bucket'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BlobStore } from './blobs'
import { diskStore } from './disk'
import { s3Store } from './s3'

const PART = 5 * 1024 * 1024
const folder = mkdtempSync(join(tmpdir(), 'loam-stores-'))
const stores: Record<string, BlobStore> = { disk: diskStore(folder) }
let bucket: Awaited<ReturnType<typeof startBucket>>

beforeAll(async () => {
  bucket = await startBucket()
  stores['S3'] = s3Store(bucket.s3)
})
afterAll(async () => {
  await bucket.close()
  rmSync(folder, { recursive: true })
})

const streamOf = (bytes: Buffer) => Readable.from([bytes], { objectMode: false })

describe.each(['disk', 'S3'])('blobs in %s', (kind) => {
  const read = async (key: string, range?: { start: number; end: number }) =>
    buffer(await (stores[kind] as BlobStore).get(key, range))
  const store = () => stores[kind] as BlobStore

  it('are kept whole and read whole or in part', async () => {
    const key = newId()
    const bytes = randomBytes(PART + 77)
    await store().put(key, streamOf(bytes))
    expect(md5(await read(key))).toBe(md5(bytes))
    expect(await read(key, { start: PART, end: PART + 9 })).toEqual(bytes.subarray(PART, PART + 10))
  })

  it('may be empty', async () => {
    const key = newId()
    await store().put(key, streamOf(Buffer.alloc(0)))
    expect(await read(key)).toHaveLength(0)
  })

  it('are put together of parts that came in any order, one of them twice', async () => {
    const key = newId()
    const bytes = randomBytes(2 * PART + 5)
    const upload = await store().begin(key, PART)
    const part = async (number: number, body = bytes.subarray((number - 1) * PART, number * PART)) => ({
      number,
      receipt: await store().putPart(upload, number, streamOf(body)),
    })
    const third = await part(3)
    const first = await part(1)
    await part(2, randomBytes(PART))
    const second = await part(2)
    await store().complete(upload, [first, second, third])
    expect(md5(await read(key))).toBe(md5(bytes))
    // A server that was ended before it wrote this down asks again.
    await store().complete(upload, [first, second, third])
    expect(md5(await read(key))).toBe(md5(bytes))
  })

  it('leave nothing when they break off, and are gone when thrown away', async () => {
    const key = newId()
    const broken = new Readable({ read: () => undefined })
    broken.push(randomBytes(1000))
    const kept = store().put(key, broken)
    setImmediate(() => broken.destroy(new Error('cut')))
    await expect(kept).rejects.toThrow()
    await expect(read(key)).rejects.toThrow()

    await store().put(key, streamOf(Buffer.from('whole')))
    await store().delete(key)
    await expect(read(key)).rejects.toThrow()
    await store().delete(key)
  })

  // The S3 service under test cannot give up an upload.
  if (kind === 'S3') return
  it('are given up once or twice, and then take no part', async () => {
    const upload = await store().begin(newId(), PART)
    await store().putPart(upload, 1, streamOf(randomBytes(10)))
    await store().abort(upload)
    await store().abort(upload)
    await expect(store().putPart(upload, 1, streamOf(randomBytes(10)))).rejects.toThrow()
  })
})

function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex')
}
